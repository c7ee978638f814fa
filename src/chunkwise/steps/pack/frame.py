"""Contexts before packing: what each unit's context costs, and lighter ones where it costs too much."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chunkwise.model.chunk import NO_CONTEXT, Context
from chunkwise.steps.base import Unit
from chunkwise.steps.pack.piece import Index
from chunkwise.steps.pack.shed import lighter_contexts
from chunkwise.text.token_index import Piece as Counted


@dataclass(frozen=True, slots=True)
class Frame:
    """A context that fits, its cost, and what it gave up."""

    context: Context = NO_CONTEXT
    cost: int = 0
    shed: tuple[str, ...] = ()


NO_FRAME = Frame()


def surround(context: Context) -> tuple[str, str]:
    """What stands directly before and after overlap and content in the index text."""
    parts = (" > ".join(context.titles), context.above, context.table_header)
    before = "\n".join(part for part in parts if part)
    return before + "\n" if before else "", "\n" + context.below if context.below else ""


def frames(units: Sequence[Unit], index: Index, cap: int) -> list[Frame]:
    """A frame for each unit: content comes first up to half of the cap, context gets the rest."""
    if all(unit.context is NO_CONTEXT for unit in units):
        return [NO_FRAME] * len(units)
    budgets = [max(cap // 2, cap - int(index.estimate(unit.start, unit.end)) - 1) for unit in units]
    costs = context_costs([unit.context for unit in units], index)
    result = [Frame(unit.context, costs[unit.context]) for unit in units]
    heavy = [at for at, frame in enumerate(result) if frame.cost > budgets[at]]
    wanted = {(units[at].context, budgets[at]) for at in heavy}
    lighter = dict(zip(wanted, _lighten(list(wanted), costs, index), strict=True))
    for at in heavy:
        result[at] = lighter[units[at].context, budgets[at]]
    return result


def context_costs(contexts: Sequence[Context], index: Index) -> dict[Context, int]:
    """Size of each distinct context around empty content, with one call of the counter."""
    distinct = list(dict.fromkeys(contexts))
    counted = index.count([Counted(0, 0, before, after) for before, after in map(surround, distinct)])
    return dict(zip(distinct, counted, strict=True))


def _lighten(wanted: Sequence[tuple[Context, int]], costs: dict[Context, int], index: Index) -> list[Frame]:
    """For each context and budget the first lighter version that fits, with one call for all."""
    options = [list(lighter_contexts(context, budget / max(1, costs[context]))) for context, budget in wanted]
    sizes = context_costs([context for option in options for context, _ in option], index)
    found = []
    for (_, budget), option in zip(wanted, options, strict=True):
        context, shed = next((pair for pair in option if sizes[pair[0]] <= budget), option[-1])
        found.append(Frame(context, sizes[context], shed))
    return found
