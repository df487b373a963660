"""What `course doctor`, `course check` and `course explain` found, as tables in the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rich.table import Column, Table
from rich.text import Text

from nbproctor.check.findings import Finding, Verdict, failures
from nbproctor.examination.doctor import Diagnosis, Protection, TriedAttempt
from nbproctor.report.tables.plain_table import plain_table
from nbproctor.report.words import number

_PROTECTION_STYLES = {Protection.ENFORCED: "green", Protection.WATCHED: "yellow", Protection.ABSENT: "red"}


def diagnosis_tables(diagnosis: Diagnosis) -> Iterator[Table]:
    """What a submission cannot do, and what a judge cannot."""
    yield _table(f"Tier {diagnosis.tier}: what a submission cannot do here", diagnosis.findings)
    yield _table("What the process that holds the official cases cannot do here", diagnosis.judges)


def _table(title: str, findings: Iterable[TriedAttempt]) -> Table:
    table = plain_table(title, "", "attempt", "", "result")
    area = ""
    for finding in findings:
        table.add_row(
            finding.area if finding.area != area else "",
            finding.attempt,
            Text(finding.protection, style=_PROTECTION_STYLES[finding.protection]),
            Text(finding.detail),
        )
        area = finding.area
    return table


@dataclass(frozen=True)
class ExplainedTest:
    """A test cell, by its `grade_id`, and why it is not isolated; `reason` is empty if it is."""

    notebook: str
    test: str
    points: float
    reason: str


def explanation_table(assignment: str, tests: Sequence[ExplainedTest]) -> Table:
    """One row a test cell: whether it is isolated, and if not, why."""
    isolated = sum(not test.reason for test in tests)
    title = f"{assignment}: {isolated} of {len(tests)} tests are isolated"
    table = plain_table(title, "notebook", "test cell", Column("points", justify="right"), "", "why")
    notebook = ""
    for test in tests:
        way = Text("not isolated", style="yellow") if test.reason else Text("isolated", style="green")
        shown = test.notebook if test.notebook != notebook else ""
        table.add_row(Text(shown), Text(test.test), Text(number(test.points)), way, Text(test.reason))
        notebook = test.notebook
    return table


_VERDICT_STYLES = {Verdict.PROVEN: "green", Verdict.NOTED: "cyan", Verdict.FAILED: "bold red"}
_PROVEN_ROWS = 3
"""How many proven findings of one proof have rows of their own; if there are more, one row counts them."""


def verdict_table(assignment: str, findings: Sequence[Finding]) -> Table:
    """One row a finding; what is proven of many subjects is one row."""
    title = f"{assignment} grades correctly: {len(findings)} checks, all passed"
    if failed := failures(findings):
        title = f"{assignment} is not proven: {len(failed)} of {len(findings)} checks failed"
    table = plain_table(title, "", "subject", "", "result")
    for proof in dict.fromkeys(finding.proof for finding in findings):
        heading = proof
        for finding in _rows([finding for finding in findings if finding.proof == proof]):
            verdict = Text(finding.verdict, style=_VERDICT_STYLES[finding.verdict])
            table.add_row(heading, Text(finding.subject), verdict, Text(finding.sentence))
            heading = ""
    return table


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
