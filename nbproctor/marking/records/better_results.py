"""BetterResults: earlier results that a regrade would lower stay; nothing of theirs is touched before that is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from nbproctor.marking.marker import Marked
from nbproctor.marking.records.feedback_pages import as_decided
from nbproctor.report.numbers import number
from nbproctor.results import Decisions, Result
from nbproctor.system.scratch_folders import Scratch

# Sums of points in another order differ by less than this.
_SAME_POINTS = 1e-9


class BetterResults:
    """Withholds what was graded of some submissions until it is known that no earlier result is better.

    What counts are the points before a late penalty: the penalty is taken off whichever stays, and may change later.

    Args:
        records: the earlier results that are not to be lowered, by student.
        decided: what persons have decided by now, by student and notebook.
    """

    def __init__(
        self,
        records: Mapping[str, Result],
        decided: Mapping[tuple[str, str], Decisions],
        names: Sequence[str],
    ) -> None:
        self._earlier: dict[str, tuple[Result, Result]] = {}  # as recorded, and as persons have decided since
        for student, record in records.items():
            own = {name: decided[student, name] for name in names if (student, name) in decided}
            now = as_decided(record, own, names)
            if not now.unexamined:  # what is not known yet is not the better
                self._earlier[student] = (record, now)
        self._scratch = Scratch() if self._earlier else None

    def __contains__(self, student: str) -> bool:
        """Whether a student has an earlier result that is not to be lowered."""
        return student in self._earlier

    def withhold(self, student: str, notebook: str, marked: Marked) -> None:
        """Keep the files of a marked notebook where nobody sees them. May be called from several threads.

        Args:
            notebook: its name, without `.ipynb`.
        """
        for path, text in zip(self._withheld(student, notebook), (marked.notebook, marked.feedback), strict=True):
            path.write_text(text, "utf-8", "surrogatepass")

    def released(self, student: str, notebook: str, result: Result) -> Marked:
        """Give back what was withheld of a notebook, with its result; it is withheld no longer."""
        paths = self._withheld(student, notebook)
        texts = [path.read_text("utf-8", "surrogatepass") for path in paths]
        for path in paths:
            path.unlink()
        return Marked(result, *texts)

    def record(self, student: str) -> Result:
        """The record of the earlier result of a student."""
        return self._earlier[student][0]

    def kept(self, student: str, new: Result) -> Result | None:
        """The record of an earlier result that stays, with the reason; None if the new one takes its place.

        It stays if the same was handed in, for the same exercises, and it has more points.

        Args:
            new: what was found now of all notebooks; all of it could be examined.
        """
        record, now = self._earlier[student]
        if new.submission.handed_in != record.submission.handed_in or new.by_cell.keys() != record.by_cell.keys():
            return None
        decided = new.decided({each.cell: each.decision for each in now.exercises})
        if decided.score >= now.score - _SAME_POINTS:
            return None
        return replace(
            record,
            submission=replace(record.submission, received=new.submission.received),
            kept_since=record.kept_since or datetime.now(UTC).isoformat(timespec="seconds"),
            kept_why=_why(now, decided),
            kept_against=new.fingerprint,
        )

    def close(self) -> None:
        """Remove what is still withheld."""
        if self._scratch is not None:
            self._scratch.remove()

    def _withheld(self, student: str, notebook: str) -> list[Path]:
        assert self._scratch is not None
        # A name of a fixed length: the student's own may be as long as that of a file can be.
        name = sha256(f"{student}/{notebook}".encode("utf-8", "surrogateescape")).hexdigest()
        return [self._scratch.path / f"{name}.{kind}" for kind in ("ipynb", "html")]


def _why(earlier: Result, new: Result) -> str:
    before = {each.cell: each.score for each in earlier.exercises}
    fewer = [each.name for each in new.exercises if each.score < before[each.cell]]
    return (
        f"regrading would give {number(new.score)} points instead of {number(earlier.score)}, with fewer for "
        f"{', '.join(fewer)}"
    )
