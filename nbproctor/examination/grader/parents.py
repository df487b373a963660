"""The warm parents of an assignment, together."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property

from nbproctor.examination.grader.official import Official
from nbproctor.examination.grader.warm_parent import WarmParent


@dataclass(frozen=True)
class Parents:
    """The warm parents whose children examine a submission.

    Args:
        judges: forks the judges; None where the cells run in another kernel than Python's, and nothing is judged.
    """

    runners: WarmParent
    judges: WarmParent | None

    @property
    def _all(self) -> list[WarmParent]:
        return [self.runners, *([self.judges] if self.judges else ())]

    def wait_until_ready(self) -> None:
        """Wait until all are warm; the runners' gets the official inputs from the judges'."""
        for parent in self._all:
            parent.wait_until_ready()
        if self.judges:
            self.runners.keep_inputs(json.dumps(self.judges.official["inputs"]).encode())

    @cached_property
    def official(self) -> Official:
        """What is known of the official cases."""
        if not self.judges:
            return Official()
        known = self.judges.official
        key = bytes.fromhex(known["digest_key"])
        return Official(known["digests"], known["counts"], key, frozenset(known["suites"]), frozenset(known["free"]))

    @property
    def starts(self) -> int:
        """How often they were started, added up."""
        return sum(parent.starts for parent in self._all)

    def abandon(self) -> None:
        """End all, and with them all that they forked, at once and for good."""
        for parent in self._all:
            parent.abandon()

    def revived_since(self, starts: int) -> bool:
        """Start a parent again that has ended; say whether one was started since `starts` was this number."""
        for parent in self._all:
            parent.revive()
        return self.starts != starts
