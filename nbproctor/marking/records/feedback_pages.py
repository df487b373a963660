"""FeedbackPages: puts what persons decided into records, and remakes the pages that are no longer right.

No code is run again: processes that can be killed make a page from the result and the autograded notebook on the disk.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from types import TracebackType

from nbproctor.marking.mistake_notes import with_notes
from nbproctor.marking.records.grade_entry import Entry
from nbproctor.notebook_grades import Decisions, Grades, apart, as_decided
from nbproctor.report.page_makers.page_makers import PageMakers
from nbproctor.results import Result
from nbproctor.system import whole_files

_ASIDE = "nbgrader"  # the folder, beside the pages, for nbgrader's pages
# In the head of all our pages, and in none that nbgrader makes.
_MARK_OF_OURS = b"default-src 'none'"
_HEAD_BYTES = 2_000


class FeedbackPages:
    """Makes pages of submissions again. Use it as a context manager.

    Args:
        most: how many pages are made at once.
        notes: on mistakes, by the group's id.
        all_again: whether all pages are made again, whatever has changed.

    Attributes:
        made: how many pages were made again.
        aside: nbgrader's pages, where they lie now.
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
            decided: by student and notebook; a notebook that is missing stays as it is.

        Raises:
            RuntimeError: a bug in this package.
        """
        found: list[Entry] = []
        outdated: list[tuple[int, Grades]] = []
        for entry in entries:
            if isinstance(entry.outcome, Result):
                entry, pages = self._decided(entry, entry.outcome, decided)
                outdated += [(len(found), page) for page in pages]
            found.append(entry)
        if outdated:
            self._make_again(found, outdated)
        return found

    def _decided(
        self, entry: Entry, result: Result, decided: Mapping[tuple[str, str], Decisions]
    ) -> tuple[Entry, list[Grades]]:
        """An entry with what was decided, and what its outdated pages have to say."""
        names = list(entry.notebooks)
        now = with_notes(as_decided(result, names, decided), self._notes)
        pages = []
        for before, after in zip(apart(result, names), apart(now, names), strict=True):
            if not after.result.exercises and len(names) > 1:
                continue  # this notebook was not graded yet
            is_same = before.result.exercises == after.result.exercises
            is_same &= (now.penalty, now.seconds_late) == (result.penalty, result.seconds_late)
            if len(names) > 1:  # each page says the total
                is_same &= entry.is_recorded and now.exercises == result.exercises
            if self._all_again or not is_same or not _is_ours(entry, result, after.notebook):
                if own := decided.get((result.student, after.notebook)):
                    after = replace(after, result=replace(after.result, penalty=own.penalty).counted())
                pages.append(after)
        return (entry if now == result else replace(entry, outcome=now, is_recorded=False)), pages

    def _make_again(self, entries: list[Entry], outdated: Sequence[tuple[int, Grades]]) -> None:
        """Make these pages again, and put their checksums into the entries."""
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
            return sha256(text.encode()).hexdigest()

        with ThreadPoolExecutor(self._most, thread_name_prefix="page") as executor:
            digests = list(executor.map(make, *zip(*outdated, strict=True)))
        whole_files.flush(entries[index].notebooks[grades.notebook][1] for index, grades in outdated)
        for (index, grades), digest in zip(outdated, digests, strict=True):
            whole = entries[index].outcome
            assert isinstance(whole, Result)
            changed = replace(whole, pages={**whole.pages, grades.notebook: digest})
            entries[index] = replace(entries[index], outcome=changed, is_recorded=False)
        self.made += len(outdated)

    def __enter__(self) -> FeedbackPages:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        if self._makers is not None:
            self._makers.close()


def put_aside(page: Path) -> list[Path]:
    """Move a page that nbgrader made, in the place where ours goes, into a folder beside it.

    nbgrader copied our record there with its page: the copy is removed, since it would soon be out of date.

    Returns:
        Where the page lies now; nothing if there was none.
    """
    try:
        with page.open("rb") as file:
            if _MARK_OF_OURS in file.read(_HEAD_BYTES):
                return []
    except FileNotFoundError:
        return []
    aside = page.parent / _ASIDE / page.name
    aside.parent.mkdir(exist_ok=True)
    page.replace(aside)
    (page.parent / "results.json").unlink(missing_ok=True)
    return [aside]


def _is_ours(entry: Entry, result: Result, notebook: str) -> bool:
    """Whether the page of a notebook is as this package wrote it last."""
    try:
        return sha256(entry.notebooks[notebook][1].read_bytes()).hexdigest() == result.pages.get(notebook)
    except FileNotFoundError:
        return False
