"""Which cells of a submitted notebook are the instructor's: by their marks, by their text, or by where they stand."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from nbformat import NotebookNode

from nbproctor.assignment.notebook import grade_id, is_locked
from nbproctor.intake.submitted_cells import SubmittedCell

MOST_TEXT_CHARACTERS = 50_000
"""Most characters of the texts that may be one answer."""


def recognised_cells(
    submitted: Sequence[SubmittedCell], release: Sequence[NotebookNode]
) -> tuple[dict[int, str], dict[str, str]]:
    """Recognise the instructor's cells among the submitted ones.

    A cell is known by its `grade_id`. A cell that lost its metadata is known by its id, which a release makes the
    same. A cell that lost both is known by its text, if that is the instructor's; and an answer, which has no such
    text, by the cells around it, if as many answers of its kind are missing between these as there are cells.

    Returns:
        The `grade_id` of each, by its place in the submission; and, for each answer that is missing, the texts of its
        kind that belong to no other cell, by its `grade_id`.
    """
    released = {grade_id(cell): cell for cell in release if grade_id(cell)}
    recognised: dict[int, str] = {}

    def claim(names: Iterable[tuple[int, str]]) -> None:
        taken = set(recognised.values())
        for place, name in names:
            if name in released and name not in taken:
                recognised[place] = name
                taken.add(name)

    texts = {cell.source.strip(): name for name, cell in released.items() if is_locked(cell)}
    claim((place, cell.grade_id) for place, cell in enumerate(submitted))
    unmarked = [(place, cell) for place, cell in enumerate(submitted) if cell.grade_id not in released]
    claim((place, cell.id) for place, cell in unmarked)
    claim((place, texts.get(cell.source.strip(), "")) for place, cell in unmarked if place not in recognised)
    not_found = released.keys() - recognised.values()
    missing = [index for index, cell in enumerate(release) if not is_locked(cell) and grade_id(cell) in not_found]
    if not missing:
        return recognised, {}
    anchors = _anchors(submitted, recognised, release)
    unnamed = [
        place
        for place, cell in enumerate(submitted)
        if place not in anchors and cell.source.strip() and cell.grade_id not in released
    ]
    for names, places in _gaps(submitted, release, _in_order(anchors), missing, unnamed):
        if len(names) == len(places):
            recognised.update(zip(places, names, strict=True))
    left = [submitted[place] for place in unnamed if place not in recognised]
    texts_left = {
        kind: "\n\n".join(cell.source for cell in left if cell.kind == kind)[:MOST_TEXT_CHARACTERS]
        for kind in {cell.kind for cell in left}
    }
    still_missing = (release[index] for index in missing if grade_id(release[index]) not in recognised.values())
    return recognised, {grade_id(cell): texts_left.get(cell.cell_type, "") for cell in still_missing}


def _gaps(
    submitted: Sequence[SubmittedCell],
    release: Sequence[NotebookNode],
    anchors: Mapping[int, int],
    missing: Sequence[int],
    unnamed: Sequence[int],
) -> Iterator[tuple[list[str], list[int]]]:
    """Between two anchors: the answers of a kind that are missing, and the places of the cells without a name."""
    borders = sorted({-1: -1, len(submitted): len(release)}.items() | anchors.items())
    for (place_before, before), (place_after, after) in pairwise(borders):
        cells = [release[index] for index in missing if before < index < after]
        places = [place for place in unnamed if place_before < place < place_after]
        for kind in dict.fromkeys(cell.cell_type for cell in cells):
            yield (
                [grade_id(cell) for cell in cells if cell.cell_type == kind],
                [place for place in places if submitted[place].kind == kind],
            )


def _anchors(
    submitted: Sequence[SubmittedCell], recognised: Mapping[int, str], release: Sequence[NotebookNode]
) -> dict[int, int]:
    """The places of cells that are known, and of the instructor's text that nbgrader does not manage, in both."""
    by_name = {grade_id(cell): index for index, cell in enumerate(release) if grade_id(cell)}
    counts = Counter(cell.source.strip() for cell in release if cell.source.strip())
    by_text = {text: index for index, cell in enumerate(release) if counts[text := cell.source.strip()] == 1}
    anchors = {place: by_name[name] for place, name in recognised.items()}
    taken = set(anchors.values())
    for place, cell in enumerate(submitted):
        index = by_text.get(cell.source.strip(), -1)
        if place not in anchors and index >= 0 and index not in taken:
            anchors[place] = index
            taken.add(index)
    return anchors


def _in_order(anchors: Mapping[int, int]) -> dict[int, int]:
    """Most of the anchors that stand in the same order in both: a longest increasing subsequence."""
    ends: list[int] = []
    last: list[tuple[int, int]] = []
    before: dict[int, tuple[int, int] | None] = {}
    for place, index in sorted(anchors.items()):
        length = bisect_left(ends, index)
        ends[length : length + 1] = [index]
        last[length : length + 1] = [(place, index)]
        before[place] = last[length - 1] if length else None
    found: dict[int, int] = {}
    step = last[-1] if last else None
    while step is not None:
        found[step[0]] = step[1]
        step = before[step[0]]
    return found
