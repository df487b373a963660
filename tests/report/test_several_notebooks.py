"""What is said of an assignment of several notebooks: once of the submission, and of each notebook on its own page."""

from __future__ import annotations

from dataclasses import replace

import nbformat
import pytest

from nbproctor.notebook_grades import apart, together
from nbproctor.report.attention import Need, needs_attention
from nbproctor.report.page_makers.submission_pages import page_again
from nbproctor.report.pages.feedback import feedback_page
from nbproctor.results import Outcome, Result

BESIDE = 'the folder also contains "old.ipynb", which was not graded'
DELETED = 'the cell "ex1" had been deleted; it was put back'
MISSING = 'nothing was handed in: there should be "c.ipynb"'


OTHER = "this is the notebook b, not a"


def _of_three(exercise, result):
    """The results of three notebooks, the last of which was refused."""
    refused = result("anna", exercise(1, Outcome.NOT_RUN, message=MISSING), repairs=(MISSING, "a remark"))
    return {
        "a": result("anna", exercise(1), repairs=(DELETED, BESIDE)),
        "b": result("anna", exercise(1), repairs=(BESIDE, "a remark")),
        "c": replace(refused, submission=replace(refused.submission, refused=True)),
    }


def test_another_notebook_is_told_of_the_notebook_in_whose_place_it_lies(exercise, result):
    parts = _of_three(exercise, result)
    parts["a"] = replace(parts["a"], submission=replace(parts["a"].submission, other_notebook=(OTHER,)))
    whole = together(parts, 24)
    assert whole.submission.other_notebook == (f"a: {OTHER}",)
    assert Result.from_json(whole.to_json()).submission == whole.submission
    found = {each.notebook: each.result.submission.other_notebook for each in apart(whole, list(parts))}
    assert found == {"a": (OTHER,), "b": (), "c": ()}


def test_what_is_said_of_several_notebooks_is_said_once_and_all_else_names_its_notebook(exercise, result):
    whole = together(_of_three(exercise, result), 24)
    assert whole.submission.repairs == (f"a: {DELETED}", BESIDE, "a remark", f"c: {MISSING}")
    assert [(each.need, each.why) for each in needs_attention([whole])] == [
        (Need.REFUSED, f"c: {MISSING}"),
        (Need.REPAIRED, f"a: {DELETED}; {BESIDE}; a remark"),
    ]


def test_the_page_of_a_notebook_says_nothing_of_another_one(exercise, result):
    parts = _of_three(exercise, result)
    found = {each.notebook: each.result for each in apart(together(parts, 24), list(parts))}
    assert {name: part.submission.refused for name, part in found.items()} == {"a": False, "b": False, "c": True}
    said = {name: part.submission.repairs for name, part in found.items()}
    assert said == {"a": (DELETED, BESIDE, "a remark"), "b": (BESIDE, "a remark"), "c": (MISSING, BESIDE, "a remark")}
    assert together(found, 24).submission.repairs == (f"a: {DELETED}", BESIDE, "a remark", f"c: {MISSING}")
    page = feedback_page(found["c"], None, whole=together(parts, 24))
    assert "Your notebook could not be graded" in page
    assert page.count("there should be") == 1


def test_a_page_is_titled_with_its_notebook_and_says_whose_the_points_are(exercise, result, tmp_path):
    parts = _of_three(exercise, result)
    autograded = tmp_path / "a.ipynb"
    nbformat.write(nbformat.v4.new_notebook(), autograded)
    page = page_again(parts["a"], autograded, together(parts, 24))
    assert "<h1>midterm1: a</h1>" in page and "This notebook: 2 of 2 points" in page
    assert '<a href="./b.html">b</a>, <a href="./c.html">c</a>.' in page
    assert "<h1>midterm1</h1>" in page_again(parts["a"], autograded, None)


@pytest.mark.parametrize("names", [("part1", "part10", "part1: b"), ("a", "a: b", "a: b: c"), ("ß", "ss", "ß:")])
def test_a_notebook_whose_name_begins_like_another_keeps_its_own_remarks(exercise, result, names):
    parts = {name: result("anna", exercise(1), repairs=(f"remark {place}",) * 2) for place, name in enumerate(names)}
    for each in apart(together(parts, 24), names):
        assert each.result.submission.repairs == (f"remark {names.index(each.notebook)}",)
        assert [(one.name, one.cell) for one in each.result.exercises] == [
            (one.name, one.cell) for one in parts[each.notebook].exercises
        ]
