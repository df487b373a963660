"""Late penalties in what is recorded: they are known once the gradebook has the grades that they are taken from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from nbproctor.marking.records.entry import Entry
from nbproctor.report.pages.feedback import with_grade_of
from nbproctor.results import Result
from nbproctor.system import whole_files


def penalised(entry: Entry, penalties: Mapping[tuple[str, str], float]) -> Entry:
    """The entry of a submission with the penalties that its rows have; if they are new, its pages say them.

    Args:
        entry: the entry.
        penalties: those of late notebooks, by student and notebook.
    """
    result = entry.outcome
    if not isinstance(result, Result):
        return entry
    own = {row.notebook: penalties.get((result.student, row.notebook), 0.0) for row in entry.rows}
    penalty = sum(own.values())
    if penalty == result.penalty:
        return entry
    for row in entry.rows:
        page = entry.pages[row.notebook]
        text = with_grade_of(row.result.with_penalty(own[row.notebook]), page.read_text(encoding="utf-8"))
        whole_files.write(page, text)
    return replace(entry, outcome=result.with_penalty(penalty), is_recorded=False)
