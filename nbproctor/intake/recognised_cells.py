"""Which of the cells that were handed in are the instructor's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from nbformat import NotebookNode

from nbproctor.assignment.notebook import is_locked
from nbproctor.intake.notebook_formats import SubmittedCell


def recognised_cells(submitted: Sequence[SubmittedCell], released: Mapping[str, NotebookNode]) -> dict[int, str]:
    """The instructor's cells among the submitted cells: the `grade_id` of each, by its place.

    A cell is known by its `grade_id`. A cell that lost its metadata is known by its id, which a release makes the
    same. A cell that lost both is known by its text, if that is the instructor's.

    Args:
        released: the cells of the release that nbgrader manages, by their `grade_id`.
    """
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
    return recognised
