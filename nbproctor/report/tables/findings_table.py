"""The findings of a check as a table in the terminal that reads like a verdict."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from nbproctor.check.findings import Finding, Verdict

_STYLES = {Verdict.PROVEN: "green", Verdict.NOTED: "cyan", Verdict.FAILED: "bold red"}
_TOLD = 3
"""Of a proof with more subjects than this, only what is not proven is told, and a count of the rest."""


def verdict_table(assignment: str, findings: Sequence[Finding]) -> Table:
    """One row a finding; what is proven of many subjects is one row."""
    table = Table(
        box=None, pad_edge=False, title=_title(assignment, findings), title_justify="left", title_style="bold"
    )
    for name in ("", "subject", "", "what was found"):
        table.add_column(name)
    for proof in dict.fromkeys(finding.proof for finding in findings):
        shown = proof
        for finding in _told([finding for finding in findings if finding.proof == proof]):
            verdict = Text(finding.verdict, style=_STYLES[finding.verdict])
            table.add_row(shown, Text(finding.subject), verdict, Text(finding.sentence))
            shown = ""
    return table


def _title(assignment: str, findings: Sequence[Finding]) -> str:
    failed = sum(finding.verdict is Verdict.FAILED for finding in findings)
    if failed:
        return f"{assignment} is not proven: {failed} of {len(findings)} findings have to be cured"
    return f"{assignment} grades rightly: {len(findings)} findings, none to be cured"


def _told(findings: list[Finding]) -> list[Finding]:
    proven = [finding for finding in findings if finding.verdict is Verdict.PROVEN]
    others = [finding for finding in findings if finding.verdict is not Verdict.PROVEN]
    alike = len({finding.subject.partition("/")[0].partition(":")[0] for finding in proven}) < len(proven)
    if len(proven) <= _TOLD or not alike:
        return [*others, *proven]
    equivalent = sum("is equivalent" in finding.sentence for finding in proven)
    said = f"{len(proven) - equivalent} proven" + (f", {equivalent} equivalent, with the reason" if equivalent else "")
    return [*others, Finding(findings[0].proof, f"{len(proven)} of {len(findings)}", Verdict.PROVEN, said)]
