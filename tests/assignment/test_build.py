"""Building: the release from the source, and nothing when nothing changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest

from nbproctor.assignment.release import build
from nbproctor.config import Course
from nbproctor.errors import GradingError
from tester_fw.case_files import read_cases
from tests.edited_notebook import cell_of, edited_notebook

KEY = b"kvX8VF1YUgURm8NySX8Cx_UW0ZHCC6WCFqotGOpgvQc="


def _snapshot(folder: Path) -> dict[str, bytes | str]:
    return {
        str(path.relative_to(folder)): str(path.readlink()) if path.is_symlink() else path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if (path.is_file() or path.is_symlink()) and "__pycache__" not in path.parts
    }


def _source(course: Course) -> Path:
    return course.source / "numbers" / "numbers.ipynb"


def _edit(course: Course, name: str, source: str) -> None:
    with edited_notebook(_source(course)) as notebook:
        cell_of(notebook, name).source = source


def test_building_twice_changes_no_byte(own_course: Course) -> None:
    before = _snapshot(own_course.root)
    assert build(own_course, "numbers").changes == []
    assert _snapshot(own_course.root) == before


def test_the_release_has_the_stubs_and_neither_solutions_nor_hidden_tests(built_course: Course) -> None:
    text = (built_course.release / "numbers" / "numbers.ipynb").read_text()
    assert text.count("raise NotImplementedError()") == 4
    for secret in ("BEGIN SOLUTION", "return n * n", "HIDDEN TESTS", "total([]) == 0"):
        assert secret not in text


def test_the_release_holds_files_where_the_source_has_links(built_course: Course) -> None:
    linked = built_course.source / "numbers" / "tester_fw" / "testers.py"
    released = built_course.release / "numbers" / "tester_fw" / "testers.py"
    assert linked.is_symlink()
    assert not released.is_symlink()
    assert released.read_bytes() == (built_course.root / "tester_fw" / "testers.py").read_bytes()


def test_a_relative_link_is_followed_wherever_the_build_is_started_from(own_course: Course) -> None:
    (own_course.root / "figures").mkdir()
    (own_course.root / "figures" / "plot.png").write_bytes(b"a picture")
    (own_course.source / "numbers" / "plot.png").symlink_to("../../figures/plot.png")
    build(own_course, "numbers")
    assert (own_course.release / "numbers" / "plot.png").read_bytes() == b"a picture"


def test_visible_cases_are_drawn_from_the_visible_seed(built_course: Course) -> None:
    cases = read_cases(built_course.release / "numbers" / "data" / "tc_halve", KEY)
    assert len(cases) == 20
    assert all(case["output_0"] == case["n"] / 2 for case in cases)


def test_a_change_of_the_samplers_draws_the_cases_anew(own_course: Course) -> None:
    path = own_course.source / "numbers" / "cases.py"
    path.write_text(path.read_text().replace("count=20", "count=21"))
    changed = {change.path.name for change in build(own_course, "numbers").changes}
    assert changed == {"tc_halve"}
    assert len(read_cases(own_course.release / "numbers" / "data" / "tc_halve", KEY)) == 21


def test_a_damaged_case_file_is_drawn_anew(own_course: Course) -> None:
    path = own_course.source / "numbers" / "data" / "tc_halve"
    path.write_text("damaged")
    build(own_course, "numbers")
    assert len(read_cases(path, KEY)) == 20


def test_check_tells_the_drift_and_mends_nothing(own_course: Course) -> None:
    stale = own_course.release / "numbers" / "stale.txt"
    stale.write_text("left over")
    _edit(own_course, "ex1", "def square(n):\n    ### BEGIN SOLUTION\n    return n**2\n    ### END SOLUTION")
    (own_course.release / "numbers" / "numbers.ipynb").write_text("{}")
    before = _snapshot(own_course.root)
    changes = build(own_course, "numbers", check=True).changes
    assert {(change.path.name, change.verb) for change in changes} == {
        ("numbers.ipynb", "written"),
        ("stale.txt", "removed"),
    }
    assert _snapshot(own_course.root) == before


def test_a_notebook_that_was_run_and_saved_is_made_canonical(own_course: Course) -> None:
    canonical = _source(own_course).read_bytes()
    with edited_notebook(_source(own_course)) as notebook:
        notebook.metadata.language_info.version = "3.99"
        for number, cell in enumerate(notebook.cells):
            cell.execution_count = number
            cell.outputs = [nbformat.v4.new_output("stream", text="printed")]
            cell.metadata.collapsed = True
    build(own_course, "numbers")
    assert _source(own_course).read_bytes() == canonical


def test_tests_are_folded_away_unless_their_author_says_so_and_no_unsolved_cell_stops_a_run(own_course: Course) -> None:
    with edited_notebook(_source(own_course)) as notebook:
        cell_of(notebook, "test_ex1").metadata.update(jupyter={"source_hidden": False}, tags=["same-process"])
        cell_of(notebook, "imports").metadata.jupyter = {"source_hidden": True}
    build(own_course, "numbers")
    released = nbformat.read(own_course.release / "numbers" / "numbers.ipynb", as_version=4)
    found = {cell.id: (cell.metadata.get("jupyter"), cell.metadata.get("tags")) for cell in released.cells}
    assert found["imports"] == (None, None)
    assert found["ex1"] == (None, ["raises-exception"])
    assert found["test_ex1"] == ({"source_hidden": False}, ["same-process", "raises-exception"])
    assert found["test_ex2"] == ({"source_hidden": True}, ["raises-exception"])


@pytest.mark.parametrize("name", ["ex4", "test_ex1"])
def test_a_reference_that_raises_is_refused_though_its_cell_has_the_tag(own_course: Course, name: str) -> None:
    with edited_notebook(_source(own_course)) as notebook:
        cell = cell_of(notebook, name)
        assert cell.metadata.tags == ["raises-exception"]
        cell.source += "\nraise KeyError('surprise')"
    with pytest.raises(GradingError, match=f"\"{name}\": KeyError: 'surprise'"):
        build(own_course, "numbers")


def test_a_module_that_left_its_package_leaves_the_source_and_the_release(own_course: Course) -> None:
    (own_course.root / "tester_fw" / "extra.py").write_text("")
    build(own_course, "numbers")
    assert (own_course.release / "numbers" / "tester_fw" / "extra.py").is_file()
    (own_course.root / "tester_fw" / "extra.py").unlink()
    build(own_course, "numbers")
    assert not (own_course.source / "numbers" / "tester_fw" / "extra.py").is_symlink()
    assert not (own_course.release / "numbers" / "tester_fw" / "extra.py").exists()


def _add_to_cases(course: Course, text: str) -> None:
    with (course.source / "numbers" / "cases.py").open("a") as cases:
        cases.write(text)


def _call_two_cells_alike(course: Course) -> None:
    with edited_notebook(_source(course)) as notebook:
        notebook.cells.append(nbformat.from_dict({**notebook.cells[1], "id": "another"}))


TESTER = "from tester_fw.testers import Tester\nTester({'case_file': %s}, key=" + f"{KEY!r}, path='data/')"
BROKEN: dict[str, tuple[Callable[[Course], object], str]] = {
    "an unclosed solution": (
        lambda course: _edit(course, "ex3", "def shout(text):\n    ### BEGIN SOLUTION\n    print(text)"),
        r'numbers\.ipynb, cell "ex3": BEGIN SOLUTION without END SOLUTION',
    ),
    "a reference that raises": (
        lambda course: _edit(course, "ex3", "### BEGIN SOLUTION\nshout\n### END SOLUTION"),
        r"""numbers\.ipynb, cell "ex3": NameError: name 'shout' is not defined""",
    ),
    "a reference that fails on a case": (
        lambda course: _edit(
            course, "ex4", "def halve(n):\n    ### BEGIN SOLUTION\n    return n / 0\n    ### END SOLUTION"
        ),
        r"tc_halve, a case of the kind 'small': the reference raised ZeroDivisionError",
    ),
    "a case file without a sampler": (
        lambda course: _edit(course, "test_ex4", TESTER % "'tc_other', 'func': halve"),
        r"no sampler draws the cases of tc_other: add to cases\.py",
    ),
    "a test cell with an unknown key in its conf": (
        lambda course: _edit(course, "test_ex4", TESTER % "'tc_halve', 'func': halve, 'ouputs': {}"),
        r'cell "test_ex4": .*ouputs.*did you mean',
    ),
    "cases that do not run": (
        lambda course: (course.source / "numbers" / "cases.py").write_text("import nothing_of_the_kind\n"),
        r"cases\.py, line 1: ModuleNotFoundError",
    ),
    "an unused sampler": (
        lambda course: _add_to_cases(course, "\ntc_unused = Sampler(count=3)\n"),
        "no test cell uses the case file of the sampler tc_unused",
    ),
    "two cells of the same name": (_call_two_cells_alike, 'two cells are called "ex1"'),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_source_is_refused_and_changes_nothing(name: str, own_course: Course) -> None:
    breaks, message = BROKEN[name]
    breaks(own_course)
    before = _snapshot(own_course.root)
    with pytest.raises(GradingError, match=message):
        build(own_course, "numbers")
    assert _snapshot(own_course.root) == before


def test_a_solution_cell_without_marks_is_a_solution_as_a_whole(own_course: Course) -> None:
    with edited_notebook(_source(own_course)) as notebook:
        cell = cell_of(notebook, "ex3")
        cell.source = "\n".join(line for line in cell.source.splitlines() if "SOLUTION" not in line)
    build(own_course, "numbers")
    release = nbformat.read(own_course.release / "numbers" / "numbers.ipynb", as_version=4)
    assert cell_of(release, "ex3").source == "# YOUR CODE HERE\nraise NotImplementedError()"


@pytest.mark.parametrize("name", ["nothing", "", ".", "..", "numbers/../numbers"])
def test_an_assignment_that_is_not_there_is_named(own_course: Course, name: str) -> None:
    with pytest.raises(GradingError) as refused:
        build(own_course, name)
    assert str(refused.value).startswith(f"there is no assignment {name!r} in ")
    assert str(refused.value).endswith("; the course has: numbers")


def test_a_name_that_nbgrader_refuses_is_refused(own_course: Course) -> None:
    (own_course.source / "numbers").rename(own_course.source / "one+two")
    with pytest.raises(GradingError, match=r"'one\+two' cannot .* because nbgrader does not accept a \+ there"):
        build(own_course, "one+two")


def test_a_solution_in_a_locked_cell_is_told_in_nbgraders_words(own_course: Course) -> None:
    with edited_notebook(_source(own_course)) as notebook:
        notebook.cells[0].source += "\n### BEGIN SOLUTION\nprint(1)\n### END SOLUTION"
    with pytest.raises(GradingError, match="Solution region detected in a non-solution cell"):
        build(own_course, "numbers", unproven=True)
