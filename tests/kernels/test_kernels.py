"""Notebooks of other languages than Python's are graded in their own kernels, as nbgrader grades them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest

from tests.kernels.kernel_course import (
    LANGUAGES,
    NEED,
    hand_in,
    install_kernels,
    make_course,
    outcomes,
    result,
)
from tests.made_once import made_once
from tests.nbgrader.gradebook_rows import differing, gradebook_rows
from tests.nbgrader.side_by_side import SideBySide

pytestmark = pytest.mark.all

STRONGEST = "A" if os.geteuid() == 0 else "B"
# Of bash, other tests of this file grade as well.
KERNELS = [
    pytest.param("R", marks=pytest.mark.needs(NEED["R"])),
    pytest.param("bash", marks=[pytest.mark.needs(NEED["bash"]), pytest.mark.soak]),
]


@pytest.fixture(scope="module", autouse=True)
def kernels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the kernels' specifications lie; JUPYTER_PATH leads there."""
    folder = tmp_path_factory.mktemp("jupyter")
    install_kernels(folder)
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("JUPYTER_PATH", str(folder))
        yield folder


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], SideBySide]:
    """A function that returns a graded class of a language."""

    @made_once
    def of(name: str) -> SideBySide:
        language = LANGUAGES[name]
        both = make_course(tmp_path_factory.mktemp(name), language)
        for student, solutions in {
            "right": language.right,
            "untouched": {},
            "wrong": {**language.right, **language.wrong},
            "half": {
                "square": language.broken,
                "total": language.wrong["total"],  # which the hidden test alone finds
                "table": language.right["table"],
                "share": f"{language.right['share']}\n{language.prints}",
            },
        }.items():
            hand_in(both, student, solutions)
        both.fork()
        both.course("grade", "ps1")
        return both

    return of


@pytest.mark.parametrize("name", KERNELS)
def test_the_gradebook_has_nbgraders_rows(graded: Callable[[str], SideBySide], name: str) -> None:
    both = graded(name)
    both.nbgrader("generate_assignment", "ps1", "--force")
    both.nbgrader("autograde", "ps1")
    stock, ours = gradebook_rows(both.stock, "both"), gradebook_rows(both.ours, "both")
    assert differing(stock, ours) == {}
    assert len({row[-1] for key, row in ours.items() if key[0] == "submission"}) > 2  # scores that differ


@pytest.mark.parametrize("name", KERNELS)
def test_outcomes_and_the_tier_are_stated_and_outputs_shown_but_for_what_is_hidden(
    graded: Callable[[str], SideBySide], name: str
) -> None:
    both = graded(name)
    assert set(outcomes(both, "right").values()) == {"passed"}
    assert outcomes(both, "wrong") == {"square": "failed", "total": "failed", "table": "failed", "share": "passed"}
    assert outcomes(both, "untouched")["square"] == "not_attempted"
    found = result(both, "right")
    assert found["sandbox"]["tier"] == STRONGEST  # type: ignore[index]
    assert {"network", "files", "processes"} <= set(found["sandbox"]["enforced"])  # type: ignore[index]
    assert not any(one["isolated"] for one in found["exercises"])  # type: ignore[attr-defined]

    notebook = nbformat.read(both.ours / "autograded" / "half" / "ps1" / "own.ipynb", as_version=4)
    shown = {cell.metadata.nbgrader.grade_id: json.dumps(cell.outputs) for cell in notebook.cells}
    assert "seen /home/student" in shown["share"]  # behind the hidden test
    assert "QuartzHidden" not in json.dumps(result(both, "half"))
    assert "QuartzHidden" not in (both.ours / "feedback" / "half" / "ps1" / "own.html").read_text()


@pytest.mark.parametrize("name", KERNELS)
def test_a_second_run_does_nothing_until_something_changes(
    graded: Callable[[str], SideBySide], name: str, kernels: Path
) -> None:
    both = graded(name)
    records = sorted((both.ours / "autograded").rglob("results.json"))
    before = [path.stat().st_mtime_ns for path in records]
    both.course("grade", "ps1")
    assert [path.stat().st_mtime_ns for path in records] == before
    specification = kernels / "kernels" / LANGUAGES[name].kernel / "kernel.json"
    text = specification.read_text()
    try:
        specification.write_text(json.dumps({**json.loads(text), "env": {"SEEN": "1"}}))
        both.course("grade", "ps1")
    finally:
        specification.write_text(text)
    assert all(path.stat().st_mtime_ns > time for path, time in zip(records, before, strict=True))


@pytest.mark.parametrize("name", KERNELS)
def test_what_never_ends_costs_its_own_exercise(name: str, tmp_path: Path) -> None:
    language = LANGUAGES[name]
    both = make_course(tmp_path, language, "c.Grading.cell_seconds = 2")
    hand_in(both, "endless", {**language.right, "total": language.endless})
    both.course("grade", "ps1")
    assert outcomes(both, "endless") == {"square": "passed", "total": "timed_out", "table": "passed", "share": "passed"}


def _right(name: str, root: Path, settings: str = "") -> SideBySide:
    """A course of a language, with a right submission."""
    both = make_course(root, LANGUAGES[name], settings)
    hand_in(both, "right", LANGUAGES[name].right)
    return both


@pytest.mark.parametrize("name", KERNELS)
def test_without_processes_nobody_is_examined_and_it_is_said_why(name: str, tmp_path: Path) -> None:
    both = _right(name, tmp_path, "c.Grading.strongest_tier = 'C'")
    both.course("grade", "ps1", code=3)
    assert set(outcomes(both, "right").values()) == {"unexamined"}
    assert "a submission cannot start a process" in json.dumps(result(both, "right"))
    assert "R, Julia, bash" in " ".join(both.course("doctor").split())


@pytest.mark.parametrize("name", KERNELS)
def test_trusted_submissions_are_graded_without_a_sandbox(name: str, tmp_path: Path) -> None:
    both = _right(name, tmp_path, "c.Grading.strongest_tier = c.Grading.weakest_tier = 'D'")
    both.course("grade", "ps1")
    assert set(outcomes(both, "right").values()) == {"passed"}


def test_a_kernel_that_is_not_installed_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    both = _right("bash", tmp_path)
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    assert "its kernel 'bash' is not installed here" in both.course("grade", "ps1", code=1)


def test_a_kernel_that_does_not_start_is_told_with_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = _right("bash", tmp_path)
    there = tmp_path / "jupyter" / "kernels" / "bash"
    there.mkdir(parents=True)
    about = {"argv": ["/bin/sh", "-c", "echo no such luck >&2; exit 1"], "display_name": "bash", "language": "bash"}
    (there / "kernel.json").write_text(json.dumps(about))
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path / "jupyter"))
    said = " ".join(both.course("grade", "ps1", code=1).split())
    assert "the kernel 'bash' does not start in tier" in said
    assert "no such luck" in said


def test_what_a_kernel_reads_elsewhere_can_be_named(tmp_path: Path) -> None:
    library = tmp_path / "library"
    library.mkdir()
    (library / "word").write_text("found")
    both = _right("bash", tmp_path)
    hand_in(both, "reads", {**LANGUAGES["bash"].right, "share": f"share=1\ncat {library}/word"})
    for settings in ("", f"c.Grading.kernel_files = [{str(library)!r}]"):
        with (both.ours / "nbgrader_config.py").open("a") as config:
            config.write(f"\n{settings}\n")
        both.course("grade", "ps1")
        shown = (both.ours / "autograded" / "reads" / "ps1" / "own.ipynb").read_text()
        assert ("found" in shown) == bool(settings)


@pytest.mark.parametrize("name", ["R", "bash"])
def test_the_release_is_nbgraders(name: str, tmp_path: Path) -> None:
    both = make_course(tmp_path, LANGUAGES[name])
    both.fork()
    both.nbgrader("generate_assignment", "ps1", "--force")
    paths = [root / "release" / "ps1" / "own.ipynb" for root in (both.ours, both.stock)]
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert "YOUR CODE HERE" in paths[0].read_text()
    assert "QuartzHidden" not in paths[0].read_text()
    assert both.course("build", "ps1", "--check").count("release/") == 0


def test_a_canonical_source_keeps_its_kernel(tmp_path: Path) -> None:
    both = make_course(tmp_path, LANGUAGES["R"], "c.Grading.canonical_sources = True")
    for place in ("source", "release"):
        metadata = nbformat.read(both.ours / place / "ps1" / "own.ipynb", as_version=4).metadata
        assert (metadata.kernelspec.name, metadata.language_info.name) == ("ir", "R")


def test_other_commands_say_what_they_do_with_it_and_refuse_cases(tmp_path: Path) -> None:
    both = make_course(tmp_path, LANGUAGES["R"])
    assert "has no Tester" in " ".join(both.course("explain", "ps1").split())
    assert "but course check works only with Python" in both.course("check", "ps1", code=1)
    both.write(
        "source/ps1/cases.py",
        "from nbproctor import Sampler\ntc = Sampler(count=1)\n\n\n@tc.kind('k')\ndef k(rng):\n    return {}\n",
    )
    assert "cases are drawn only for Python notebooks" in both.course("build", "ps1", code=1)
