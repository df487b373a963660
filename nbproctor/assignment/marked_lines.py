"""The lines that nbgrader's delimiters keep out of a release: solutions, hidden tests and marking schemes."""

from __future__ import annotations

from collections.abc import Mapping

Delimiters = Mapping[str, tuple[str, str]]
"""What begins and what ends a region that does not ship, by what stands in it: `a solution`."""


def divided(source: str, delimiters: Delimiters) -> tuple[list[str], list[tuple[str, list[str]]]]:
    """The lines of a cell that ship, and the regions that do not, each with what stands in it."""
    shipped: list[str] = []
    regions: list[tuple[str, list[str]]] = []
    within = ""
    for line in source.splitlines():
        if within:
            if delimiters[within][1] in line:
                within = ""
            else:
                regions[-1][1].append(line)
        elif within := next((kind for kind, (begin, _) in delimiters.items() if begin in line), ""):
            regions.append((within, []))
        else:
            shipped.append(line)
    return shipped, regions
