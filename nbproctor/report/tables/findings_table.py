"""The findings of a check as a table in the terminal, with the verdict as its title."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from nbproctor.check.findings import Finding, Verdict
from nbproctor.report.tables.plain_table import plain_table

_STYLES = {Verdict.PROVEN: "green", Verdict.NOTED: "cyan", Verdict.FAILED: "bold red"}
_PROVEN_ROWS = 3
"""How many proven findings of one proof have rows of their own; if there are more, one row counts them."""


def verdict_table(assignment: str, findings: Sequence[Finding]) -> Table:
    """One row a finding; what is proven of many subjects is one row."""
    table = plain_table(_title(assignment, findings), "", "subject", "", "result")
    for proof in dict.fromkeys(finding.proof for finding in findings):
        heading = proof
        for finding in _rows([finding for finding in findings if finding.proof == proof]):
            verdict = Text(finding.verdict, style=_STYLES[finding.verdict])
            table.add_row(heading, Text(finding.subject), verdict, Text(finding.sentence))
            heading = ""
    return table


def _title(assignment: str, findings: Sequence[Finding]) -> str:
    failed = sum(finding.verdict is Verdict.FAILED for finding in findings)
    if failed:
        return f"{assignment} is not proven: {failed} of {len(findings)} checks failed"
    return f"{assignment} grades correctly: {len(findings)} checks, all passed"


def _rows(findings: list[Finding]) -> list[Finding]:
    proven = [finding for finding in findings if finding.verdict is Verdict.PROVEN]
    others = [finding for finding in findings if finding.verdict is not Verdict.PROVEN]
    alike = len({finding.subject.partition("/")[0].partition(":")[0] for finding in proven}) < len(proven)
    if len(proven) <= _PROVEN_ROWS or not alike:
        return [*others, *proven]
    equivalent = sum("is equivalent" in finding.sentence for finding in proven)
    count = f"{len(proven) - equivalent} proven" + (f", {equivalent} equivalent, with the reason" if equivalent else "")
    judged = sum(finding.verdict is not Verdict.NOTED for finding in findings)
    return [*others, Finding(findings[0].proof, f"{len(proven)} of {judged}", Verdict.PROVEN, count)]
