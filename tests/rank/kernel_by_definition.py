"""The kernel, written out."""

from __future__ import annotations

from math import exp


def by_definition(counts, paragraphs, unit, settings):
    total = 0.0
    for other, count in enumerate(counts):
        distance = abs(other - unit)
        if distance <= settings.reach:
            weight = 1.0 if distance == 0 else settings.leak * exp(-(distance - 1) / settings.length)
            total += weight * (1.0 if paragraphs[other] == paragraphs[unit] else settings.paragraph) * count
    return total
