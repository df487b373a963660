"""The doctor's findings as a table in the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.table import Table
from rich.text import Text

from nbproctor.examination.doctor import Diagnosis, Protection, TriedAttempt
from nbproctor.report.tables.plain_table import plain_table

_STYLES = {Protection.ENFORCED: "green", Protection.WATCHED: "yellow", Protection.ABSENT: "red"}


def diagnosis_tables(diagnosis: Diagnosis) -> Iterator[Table]:
    """What a submission cannot do, and what a judge cannot, each as a table."""
    yield _table(f"Tier {diagnosis.tier}: what a submission cannot do here", diagnosis.findings)
    yield _table("What the process that holds the official cases cannot do here", diagnosis.judges)


def _table(title: str, findings: Iterable[TriedAttempt]) -> Table:
    """One row an attempt: its area, whether something prevents it, and how that showed."""
    table = plain_table(title, "", "attempt", "", "result")
    area = ""
    for finding in findings:
        table.add_row(
            finding.area if finding.area != area else "",
            finding.attempt,
            Text(finding.protection, style=_STYLES[finding.protection]),
            Text(finding.detail),
        )
        area = finding.area
    return table
