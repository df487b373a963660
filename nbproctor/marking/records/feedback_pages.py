"""FeedbackPages: what persons decided gets into records, and pages are made again where that, or another, changed them.

No code is run again: a page is made of the result and of the autograded notebook on the disk, by processes that can be
ended.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from types import TracebackType

from nbproctor.marking.mistake_notes import with_notes
from nbproctor.marking.records.entry import Entry
from nbproctor.notebook_grades import Decisions, Grades, apart
from nbproctor.report.page_makers.page_makers import PageMakers
from nbproctor.results import Result
from nbproctor.system import whole_files

ASIDE = "nbgrader"
"""The folder, beside the pages, of pages that were in the place of ours."""

# In the head of all our pages, and in none that nbgrader makes.
_MARK_OF_OURS = b"default-src 'none'"
_HEAD_BYTES = 2_000


class FeedbackPages:
    """Makes pages of submissions again. Use it as a context manager.

    Args:
        most: most pages that are made at once.
        notes: what is said about mistakes, by the group's id.
        all_again: whether all pages are made again, whatever has changed.

    Attributes:
        made: how many pages were made again.
        aside: where pages lie now that were not ours, and in the place of ours.
    """

    def __init__(self, most: int, notes: Mapping[str, str], all_again: bool = False) -> None:
        self._most = most
        self._notes = notes
        self._all_again = all_again
        self._makers: PageMakers | None = None
        self.made = 0
        self.aside: list[Path] = []

    def decided(self, entries: Sequence[Entry], decided: Mapping[tuple[str, str], Decisions]) -> list[Entry]:
        """The entries as persons decided about them; a page is made again if it says something else, or is not ours.

        Args:
            decided: what persons decided, by student and notebook; a notebook that is missing stays as it is.

        Raises:
            RuntimeError: a bug of ours.
        """
        found: list[Entry] = []
        outdated: list[tuple[int, Grades]] = []
        for entry in entries:
            if isinstance(entry.outcome, Result):
                entry, pages = self._decided(entry, entry.outcome, decided)
                outdated += [(len(found), page) for page in pages]
            found.append(entry)
        for (index, grades), digest in zip(outdated, self._again(found, outdated), strict=True):
            whole = found[index].outcome
            assert isinstance(whole, Result)
            changed = replace(whole, pages={**whole.pages, grades.notebook: digest})
            found[index] = replace(found[index], outcome=changed, is_recorded=False)
        self.made += len(outdated)
        return found

    def _decided(
        self, entry: Entry, result: Result, decided: Mapping[tuple[str, str], Decisions]
    ) -> tuple[Entry, list[Grades]]:
        """An entry with what was decided, and what the pages are to say that are to be made again."""
        names = list(entry.notebooks)
        own = {row.notebook: decided[result.student, row.notebook] for row in entry.rows if _key(row) in decided}
        now = with_notes(as_decided(result, own, names), self._notes)
        pages = []
        for before, after in zip(apart(result, names), apart(now, names), strict=True):
            if not after.result.exercises and len(names) > 1:
                continue  # this notebook was not graded yet
            is_same = _lateness(now) == _lateness(result) and before.result.exercises == after.result.exercises
            if len(names) > 1:  # each page says the total
                is_same &= entry.is_recorded and now.exercises == result.exercises
            if self._all_again or not is_same or not _is_ours(entry, result, after.notebook):
                penalty = own[after.notebook].penalty if after.notebook in own else after.result.penalty
                pages.append(replace(after, result=replace(after.result, penalty=penalty).counted()))
        return (entry if now == result else replace(entry, outcome=now, is_recorded=False)), pages

    def _again(self, entries: Sequence[Entry], outdated: Sequence[tuple[int, Grades]]) -> list[str]:
        """Make these pages again; their SHA-256s."""
        if not outdated:
            return []
        if self._makers is None:
            self._makers = PageMakers(self._most)
        makers = self._makers

        def make(index: int, grades: Grades) -> str:
            autograded, page = entries[index].notebooks[grades.notebook]
            whole = entries[index].outcome if len(entries[index].notebooks) > 1 else None
            assert not isinstance(whole, Exception)
            text = makers.make_again(grades.result, autograded, whole)
            self.aside += put_aside(page)
            whole_files.write(page, text)
            return checksum_of_page(text)

        with ThreadPoolExecutor(self._most, thread_name_prefix="page") as executor:
            made = list(executor.map(make, *zip(*outdated, strict=True)))
        whole_files.settle(entries[index].notebooks[grades.notebook][1] for index, grades in outdated)
        return made

    def __enter__(self) -> FeedbackPages:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        if self._makers is not None:
            self._makers.close()


def as_decided(whole: Result, decided: Mapping[str, Decisions], names: Sequence[str]) -> Result:
    """The grade of an assignment as persons decided about its notebooks; the same if they are asked about none.

    Args:
        decided: what they decided, by notebook.
    """
    if not decided:
        return whole
    prefix = {name: f"{name}/" if len(names) > 1 else "" for name in names}
    by_cell = {prefix[name] + cell: each for name, part in decided.items() for cell, each in part.exercises.items()}
    return whole.decided(
        by_cell,
        sum(part.penalty for part in decided.values()),
        max(part.seconds_late for part in decided.values()),
    )


def _lateness(result: Result) -> tuple[float, float]:
    return result.penalty, result.seconds_late


def checksum_of_page(text: str) -> str:
    """The SHA-256 of a page, in hexadecimal."""
    return sha256(text.encode()).hexdigest()


def put_aside(page: Path) -> list[Path]:
    """Keep a page that is not ours, as nbgrader makes them in the same place, in a folder of its own beside it.

    With its page nbgrader copied our record, which is soon out of date there: it is removed.

    Args:
        page: where our page goes.

    Returns:
        Where the other page lies now; nothing if there was none.
    """
    try:
        with page.open("rb") as file:
            if _MARK_OF_OURS in file.read(_HEAD_BYTES):
                return []
    except FileNotFoundError:
        return []
    aside = page.parent / ASIDE / page.name
    aside.parent.mkdir(exist_ok=True)
    page.replace(aside)
    (page.parent / "results.json").unlink(missing_ok=True)
    return [aside]


def _is_ours(entry: Entry, result: Result, notebook: str) -> bool:
    """Whether the page of a notebook is as it was written last."""
    try:
        return sha256(entry.notebooks[notebook][1].read_bytes()).hexdigest() == result.pages.get(notebook)
    except FileNotFoundError:
        return False


def _key(row: Grades) -> tuple[str, str]:
    return row.result.student, row.notebook
