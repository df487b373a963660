"""Findings: what a proof found, as a flat record, and the verdict over all of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """How a proof ended."""

    PROVEN = "proven"
    NOTED = "noted"  # nothing is wrong, but an author should read it
    FAILED = "failed"


@dataclass(frozen=True)
class Finding:
    """What one proof found about one subject."""

    proof: str  # right solutions, mutants, kinds …
    subject: str  # an exercise, a file, the release
    verdict: Verdict
    sentence: str  # where it failed, what to add or change


def proven(proof: str, subject: str, sentence: str) -> Finding:
    """Say that a proof holds."""
    return Finding(proof, subject, Verdict.PROVEN, sentence)


def noted(proof: str, subject: str, sentence: str) -> Finding:
    """Say what an author should read."""
    return Finding(proof, subject, Verdict.NOTED, sentence)


def failed(proof: str, subject: str, sentence: str) -> Finding:
    """Say that a proof fails, and how to cure it."""
    return Finding(proof, subject, Verdict.FAILED, sentence)


def failures(findings: Iterable[Finding]) -> list[Finding]:
    """The findings of proofs that failed."""
    return [finding for finding in findings if finding.verdict is Verdict.FAILED]


def as_json(assignment: str, findings: Sequence[Finding]) -> str:
    """All findings as a JSON text, with the verdict over all of them."""
    record = {
        "assignment": assignment,
        "verdict": Verdict.FAILED if failures(findings) else Verdict.PROVEN,
        "findings": [asdict(finding) for finding in findings],
    }
    return json.dumps(record, indent=1, ensure_ascii=False)
