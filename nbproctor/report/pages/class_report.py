"""The report on a class: the page that its instructor reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from nbproctor.report.attention import Need, needs_attention, repairs_of
from nbproctor.report.item_analysis import FEWEST
from nbproctor.report.mistake_groups import MistakeGroup, group_id, mistake_groups
from nbproctor.report.overview import ExerciseOverview, overview
from nbproctor.report.pages.charts import histogram, outcome_bars
from nbproctor.report.pages.page import page_in_pieces
from nbproctor.results import ExerciseResult, Outcome, Result


@dataclass(frozen=True)
class _Row:
    """A submission's line in the table."""

    result: Result
    link: str
    marks: list[ExerciseResult | None]  # None for an exercise that the submission lacks
    asks: str  # what a person should do about it, if anything
    repairs: tuple[str, ...]


@dataclass(frozen=True)
class _Mistake:
    group: MistakeGroup
    note: str
    students: list[tuple[str, str]]  # each with the URL of their page, which may be empty


@dataclass(frozen=True)
class _Mistakes:
    exercise: ExerciseOverview
    those: list[_Mistake]  # the most frequent first


def class_page_in_pieces(assignment: str, results: Sequence[Result], links: Mapping[str, str]) -> Iterator[str]:
    """Write the report on all submissions for an assignment, a self-contained HTML page, piece by piece.

    Args:
        links: by student, the URL of the feedback page, relative to this page and quoted; it may be missing.
    """
    summary = overview(results)
    links = {student: _relative(url) for student, url in links.items()}
    return page_in_pieces(
        "class.html.j2",
        assignment=assignment,
        overview=summary,
        attention=needs_attention(results),
        urls=links,
        FEWEST=FEWEST,
        percents=histogram(summary.bands),
        outcomes=outcome_bars(summary.exercises),
        mistakes=_mistakes(summary.exercises, results, links),
        rows=(_row(result, links, summary.exercises) for result in sorted(results, key=lambda result: result.student)),
    )


def _mistakes(
    exercises: Sequence[ExerciseOverview], results: Sequence[Result], links: Mapping[str, str]
) -> list[_Mistakes]:
    """The mistakes of the class, by exercise, in the order of the notebook."""
    groups = mistake_groups(results)
    notes = {group_id(each): each.note for result in results for each in result.exercises if each.note}

    def mistake(group: MistakeGroup) -> _Mistake:
        students = [(student, links.get(student, "")) for student in group.students]
        return _Mistake(group, notes.get(group.id, ""), students)

    return [_Mistakes(each, [*map(mistake, groups[each.cell])]) for each in exercises if each.cell in groups]


def _row(result: Result, links: Mapping[str, str], exercises: Sequence[ExerciseOverview]) -> _Row:
    by_cell = result.by_cell
    marks = [by_cell.get(exercise.cell) for exercise in exercises]
    return _Row(result, links.get(result.student, ""), marks, _asks(result), repairs_of(result))


def _asks(result: Result) -> str:
    if any(one.decision.look_again for one in result.exercises):
        return Need.LOOK_AGAIN.value
    return Need.BY_HAND.value if any(one.outcome_now is Outcome.WAITING for one in result.exercises) else ""


def _relative(url: str) -> str:
    # A browser takes text before a colon for a scheme, and text after two slashes for a server.
    return quote(url.lstrip("/"), safe="/%", errors="replace")
