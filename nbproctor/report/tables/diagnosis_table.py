"""The doctor's findings as a table in the terminal."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from nbproctor.examination.doctor import Diagnosis, Protection

_STYLES = {Protection.ENFORCED: "green", Protection.WATCHED: "yellow", Protection.ABSENT: "red"}


def diagnosis_table(diagnosis: Diagnosis) -> Table:
    """One row an attempt: its area, whether something prevents it, and how that showed."""
    table = Table(
        box=None,
        pad_edge=False,
        title=f"Tier {diagnosis.tier}: what a submission cannot do here",
        title_justify="left",
        title_style="bold",
    )
    for name in ("", "attempt", "", "what came of it"):
        table.add_column(name)
    area = ""
    for finding in diagnosis.findings:
        table.add_row(
            finding.area if finding.area != area else "",
            finding.attempt,
            Text(finding.protection, style=_STYLES[finding.protection]),
            Text(finding.detail),
        )
        area = finding.area
    return table
