"""Writers that die, writers that meet, readers meanwhile: real processes on one folder."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time

import pytest

import chunkwise as cw
from chunkwise.kb.failpoint import VARIABLE

KILLS = int(os.environ.get("CHUNKWISE_TEST_KILLS", "6"))
"""Random moments at which an ``add`` is killed; scripts/fuzz tries more."""

ADD = "import sys, chunkwise as cw; print(cw.open_kb(sys.argv[1], create=True).add([sys.argv[2]]).seq)"
SEARCH = """
import sys, time, json, chunkwise as cw
kb = cw.open_kb(sys.argv[1])
seen = []
print("ready", flush=True)
while kb.head_seq < int(sys.argv[2]):
    found = kb.search("common", 500)
    rows = [hit.chunk for hit in found]
    seen.append((found.seq, len(rows), len({row.id for row in rows}), sorted({row.metadata["gen"] for row in rows})))
print(json.dumps(seen))
"""
FILES, PARTS = 12, 5


def write_files(folder, generation):
    folder.mkdir(exist_ok=True)
    for number in range(FILES):
        parts = "\n\n".join(
            f"## Part {part}\n\nGeneration {generation} of file {number}, part {part}, has the common word."
            for part in range(PARTS)
        )
        (folder / f"f{number}.md").write_text(f"---\ngen: {generation}\n---\n\n{parts}\n")
    return folder


def start(script, *args, **environment):
    return subprocess.Popen(
        [sys.executable, "-c", script, *map(str, args)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
    )


def finish(process):
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    return out


def ids_of(kb):
    """Every chunk that can be found, by its id; each of them is where the catalogue has it."""
    return sorted(hit.chunk.id for hit in kb.search("common", 500))


def is_whole(kb, generations):
    """Whether what is seen is nothing at all or one whole generation."""
    rows = [hit.chunk for hit in kb.search("common", 500)]
    if not rows:
        return kb.head_seq == 0 and kb.documents() == []
    return (
        len(rows) == len({row.id for row in rows}) == FILES * PARTS
        and len({row.metadata["gen"] for row in rows}) == 1
        and rows[0].metadata["gen"] in generations
        and sum(info.chunks for info in kb.documents()) == FILES * PARTS
    )


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """The ids of generations 1 and 2, from runs that nobody disturbs."""
    found = {}
    for generation in (1, 2):
        place = tmp_path_factory.mktemp("calm")
        with cw.open_kb(place / "a.kb", create=True) as kb:
            kb.add([write_files(place / "docs", generation)])
            found[generation] = ids_of(kb)
    return found


@pytest.mark.parametrize("point", ["between store and catalogue", "before the pointer"])
@pytest.mark.parametrize("generation", [1, 2])
def test_death_at_a_failpoint(tmp_path, undisturbed, point, generation):
    docs, folder = write_files(tmp_path / "docs", 1), tmp_path / "a.kb"
    if generation == 2:
        finish(start(ADD, folder, docs))
        write_files(docs, 2)
    process = start(ADD, folder, docs, **{VARIABLE: point})
    assert process.wait(120) == -signal.SIGKILL
    process.communicate()
    with cw.open_kb(folder) as kb:
        assert kb.head_seq == generation - 1
        assert is_whole(kb, {1})
        report = kb.add([docs])
        assert (report.seq, len(report.added) + len(report.changed)) == (generation, FILES)
        assert is_whole(kb, {generation})
        assert ids_of(kb) == undisturbed[generation]


def test_death_at_random_moments(tmp_path, undisturbed):
    rng = random.Random(4)
    docs, folder = write_files(tmp_path / "docs", 1), tmp_path / "a.kb"
    begun = time.monotonic()
    finish(start(ADD, tmp_path / "timed.kb", docs))
    usual_s = time.monotonic() - begun
    for kill in range(KILLS):
        generation = 1 + kill % 2
        write_files(docs, generation)
        process = start(ADD, folder, docs)
        time.sleep(rng.uniform(0.3, 1.0) * usual_s)
        process.kill()
        process.communicate()
        if not (folder / "catalogue.sqlite").exists():
            continue
        with cw.open_kb(folder) as kb:
            assert is_whole(kb, {1, 2}), kill
    write_files(docs, 2)
    with cw.open_kb(folder, create=True) as kb:
        kb.add([docs])
        assert is_whole(kb, {2})
        assert ids_of(kb) == undisturbed[2]


def test_two_add_the_same_while_a_third_searches(tmp_path, undisturbed):
    import json

    docs, folder = write_files(tmp_path / "docs", 1), tmp_path / "a.kb"
    finish(start(ADD, folder, docs))
    write_files(docs, 2)
    reader = start(SEARCH, folder, 2)
    assert reader.stdout.readline() == "ready\n"
    writers = [start(ADD, folder, docs) for _ in range(2)]
    assert {finish(writer) for writer in writers} == {"2\n"}
    seen = json.loads(finish(reader))
    assert seen
    for seq, rows, different, generations in seen:
        assert (rows, different, generations) == (FILES * PARTS, FILES * PARTS, [seq])
    with cw.open_kb(folder) as kb:
        assert ids_of(kb) == undisturbed[2]
        assert len(kb.versions()) == 2
        assert kb._base.store.stats().rows == 2 * FILES * PARTS


def test_two_make_a_base_at_once(tmp_path, undisturbed):
    docs, folder = write_files(tmp_path / "docs", 1), tmp_path / "a.kb"
    writers = [start(ADD, folder, docs) for _ in range(3)]
    assert {finish(writer) for writer in writers} == {"1\n"}
    with cw.open_kb(folder) as kb:
        assert ids_of(kb) == undisturbed[1]
