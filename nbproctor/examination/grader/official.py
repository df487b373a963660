"""What the grader knows of the official cases."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Official:
    """What the grader knows of the official cases: no case, and no expected output.

    Args:
        digests: the keyed digest of what the reference's functions write, by the `grade_id` of the test cell that owes
            tables.
        counts: how many cases each of these has, by `grade_id`.
        suites: the test cells that judge a student's own tests, by `grade_id`.
        free: the test cells that read no name that a solution binds or may change, by `grade_id`.
    """

    digests: Mapping[str, str] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    digest_key: bytes = b""
    suites: frozenset[str] = frozenset()
    free: frozenset[str] = frozenset()

    def is_the_references(self, test: str, tables: bytes) -> bool:
        """Whether tables are just those of the reference: then all outcomes are right."""
        digest = hmac.new(self.digest_key, tables, hashlib.sha256).hexdigest()
        return hmac.compare_digest(digest, self.digests[test])
