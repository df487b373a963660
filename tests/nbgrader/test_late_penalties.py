"""Late penalties: the gradebook has nbgrader's own, and whatever is read of a submission states them."""

from __future__ import annotations

import re
import shutil
from contextlib import closing

import pytest
from nbgrader.api import Gradebook

from nbproctor.results import Result
from tests.gradebook.decided_course import table
from tests.nbgrader.side_by_side import SideBySide, notebook_of, penalties

pytestmark = [pytest.mark.all, pytest.mark.xdist_group("late penalties")]

EXERCISES = {
    "one": ("def one(): return 1", "assert one() == 1"),
    "two": ("def two(): return 2", "assert two() == 2"),
}
DUE = "2024-03-01 12:00:00 UTC"
RECEIVED = {
    "on-time": "2024-03-01 11:59:59 UTC",
    "late": "2024-03-01 13:30:00 UTC",
    "very-late": "2024-03-09 12:00:00 UTC",
    "rewarded": "2024-03-01 12:00:01 UTC",
    "extended": "2024-03-02 12:00:00 UTC",
    "unknown": "",
}
PLUGIN = """
from nbgrader.plugins import BasePlugin
class PointsPerHour(BasePlugin):
    def late_submission_penalty(self, student_id, score, total_seconds_late):
        return -1 if student_id == "rewarded" else total_seconds_late / 3600
"""
METHODS = {
    "plugin": PLUGIN + "c.AssignLatePenalties.plugin_class = PointsPerHour",
    "zero": "c.LateSubmissionPlugin.penalty_method = 'zero'",
    "none": "",
}
EXPECTED = {
    "plugin": {"late": 1.5, "very-late": 2.0, "rewarded": 0.0},
    "zero": {"late": 2.0, "very-late": 2.0, "rewarded": 2.0},
    "none": {},
}


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> SideBySide:
    both = SideBySide(tmp_path_factory.mktemp("late"))
    both.write("source/ps1/p1.ipynb", notebook_of(EXERCISES))
    both.course("build", "ps1")
    solved = both.solve("release/ps1/p1.ipynb", {"one": "def one(): return 1", "two": "def two(): return 2"})
    for student, received in RECEIVED.items():
        both.write(f"submitted/{student}/ps1/p1.ipynb", solved)
        if received:
            both.write(f"submitted/{student}/ps1/timestamp.txt", received)
    both.fork()
    both.nbgrader("generate_assignment", "ps1", "--force")
    with closing(Gradebook(f"sqlite:///{both.stock / 'gradebook.db'}", "both")) as book:
        book.update_or_create_assignment("ps1", duedate=DUE)
        book.add_student("extended")
        book.update_or_create_submission("ps1", "extended")
        book.grant_extension("ps1", "extended", days=2)
    shutil.copy(both.stock / "gradebook.db", both.ours / "gradebook.db")
    return both


# One after the other: what one has given, the next one replaces.
@pytest.mark.parametrize("method", METHODS)
def test_the_gradebook_has_nbgraders_penalties(both: SideBySide, method: str) -> None:
    for root in (both.ours, both.stock):
        config = (root / "nbgrader_config.py").read_text().partition("# method")[0]
        (root / "nbgrader_config.py").write_text(f"{config}# method\n{METHODS[method]}\n")
    both.nbgrader("autograde", "ps1", "--force")
    shown = both.course("grade", "ps1")
    ours = penalties(both.ours)
    assert ours == penalties(both.stock)
    assert {student: penalty for (student, _), penalty in ours.items() if penalty is not None} == EXPECTED[method]
    assert bool(re.search(r"− [\d.]+ late", shown)) == (method != "none")
    _is_stated(both, EXPECTED[method])


def _is_stated(both: SideBySide, expected: dict[str, float]) -> None:
    """Record, page and table say what the gradebook has."""
    stated = table(both.ours / "reports/ps1/summary.csv", "student")
    for student in RECEIVED:
        penalty = expected.get(student, 0.0)
        result = Result.from_json((both.ours / f"autograded/{student}/ps1/results.json").read_text())
        assert (result.score, result.penalty, result.total) == (2, penalty, 2 - penalty)
        assert result.percent == 50 * (2 - penalty)
        assert float(stated[student]["late penalty"]) == penalty
        page = (both.ours / f"feedback/{student}/ps1/p1.html").read_text()
        assert ("for lateness" in page) == bool(penalty)
        assert page.count("<h1>") == 1


def test_another_due_date_changes_the_penalties_of_what_is_not_graded_again(both: SideBySide) -> None:
    config = both.ours / "nbgrader_config.py"
    config.write_text(config.read_text().partition("# method")[0] + METHODS["zero"])
    both.course("grade", "ps1")
    with closing(Gradebook(f"sqlite:///{both.ours / 'gradebook.db'}", "both")) as book:
        book.update_or_create_assignment("ps1", duedate="2024-04-01 12:00:00 UTC")
    assert "Not graded again, as nothing has changed: 6 of 6" in both.course("grade", "ps1")
    _is_stated(both, {})


def test_a_plugin_that_fails_is_named_in_one_sentence(both: SideBySide) -> None:
    config = both.ours / "nbgrader_config.py"
    config.write_text(config.read_text() + "\nc.AssignLatePenalties.plugin_class = 'nowhere.Plugin'\n")
    said = both.course("grade", "ps1", code=1).strip().splitlines()[-1]
    assert said.startswith("course: the late penalties of c.AssignLatePenalties cannot be loaded: ")
    assert "nowhere" in said
