"""The page about attacks says what its last run found, and `course grade` still gives each attack what it is worth."""

import json
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RECORD = json.loads((ROOT / "benchmarks" / "security.json").read_text())


@pytest.fixture(scope="module")
def security():
    """The script's module; scripts import those beside them."""
    with pytest.MonkeyPatch.context() as patched:
        patched.syspath_prepend(ROOT / "benchmarks")
        import security

        yield security
    for name in ("security", "graders", "exercises"):
        del sys.modules[name]


@pytest.fixture(scope="module")
def own(security, tmp_path_factory):
    """What `course grade` gives to each attack now, and what the sandbox enforced."""
    return security.course_grade(tmp_path_factory.mktemp("security") / "course", security.attacks())


def test_the_page_is_what_the_script_makes_of_the_record(security):
    cure = "run python benchmarks/security.py --page"
    assert security.PAGE.read_text() == security.page(RECORD), cure


def test_every_attack_has_a_row_and_a_section(security):
    page = security.PAGE.read_text()
    assert (
        sorted(RECORD["scores"])
        == security.attacks()
        == sorted(set(re.findall(r"^\| .*attacks/(\w+)\.py", page, re.M)))
    )
    assert len(security.FOR_NBGRADER) == len(security.FOR_OTTER) == 5
    for name in (*security.FOR_NBGRADER, *security.FOR_OTTER):
        labels = re.findall(r"^([\w -]+): ", security.explained(name), re.M)
        assert sorted(set(labels) & set(security.LABELS)) == sorted(security.LABELS), name


def test_the_graders_that_an_attack_is_made_for_gave_it_full_marks(security):
    full = RECORD["possible"]
    scores = RECORD["scores"]
    assert {scores[name]["nbgrader autograde"] for name in security.FOR_NBGRADER} == {full}
    assert {scores[name]["otter run"] for name in security.FOR_OTTER} == {full}


def test_honest_submissions_got_their_worth_from_every_grader(security):
    for name in security.HONEST:
        assert set(RECORD["scores"][name].values()) == {security.WORTH[name]}


@pytest.mark.all
def test_course_grade_gives_every_submission_exactly_its_honest_worth(security, own):
    scores, enforced = own
    assert "files" in enforced, "without Landlock a submission reads what the grading user can"
    assert scores == security.WORTH
    assert scores == {name: found["course grade"] for name, found in RECORD["scores"].items()}


def test_a_version_is_never_locked_twice_with_different_numbers():
    locks = [dict(_pinned(ROOT / folder / "requirements.lock")) for folder in ("", "benchmarks")]
    shared = set(locks[0]) & set(locks[1])
    assert "nbgrader" in shared
    assert [name for name in shared if locks[0][name] != locks[1][name]] == [], "run make lock"


def _pinned(lock):
    for line in lock.read_text().splitlines():
        if found := re.match(r"([a-z0-9][\w.-]*)==(\S+)(?: ; (.*?))? \\$", line):
            yield found[1], found[2]
