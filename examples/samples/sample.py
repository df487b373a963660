"""What a sample submission is, and what grading it has to find."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from samples.work import Work

FAILED, ERRORED, TIMED_OUT = "failed", "errored", "timed_out"
NOT_ATTEMPTED = "not_attempted"

Do = Callable[[Work], None]


@dataclass(frozen=True)
class Sample:
    """A sample submission, and what grading it has to find.

    `shows` is its one sentence. `lost` holds the outcome of every exercise that earns nothing; all others pass.
    `honest` says whether nbgrader's own autograder finds the same score, and without waiting for its timeout.
    """

    name: str
    shows: str
    do: Do
    lost: Mapping[str, str] = field(default_factory=dict)
    honest: bool = True


class Samples(list[Sample]):
    """The samples of an assignment, in the order in which they are written."""

    def sample(self, honest: bool = True, **lost: str) -> Callable[[Do], Do]:
        """Make a sample of the decorated function: its name and its docstring are the sample's."""

        def add(do: Do) -> Do:
            self.append(Sample(do.__name__.replace("_", "-"), str(do.__doc__), do, lost, honest))
            return do

        return add
