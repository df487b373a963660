"""A test of files that the student's code writes reads the student's own, never the reference's."""

from __future__ import annotations

import logging
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from nbproctor.assignment.notebook import Assignment
from nbproctor.assignment.reference import run_reference
from nbproctor.assignment.source_notebooks import completed
from nbproctor.check.findings import failures
from nbproctor.check.proofs import ProofOptions, prove
from nbproctor.config import Course
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.marking.marking_place import ThisMachine
from nbproctor.results import ExerciseResult, Outcome, Result
from nbproctor.shell.shell import Shell
from tests.plain_course import hand_in, make_plain_course

ROOT = Path(__file__).parents[3]
DATA = {"data.csv": "n\n1\n2\n"}

# What the solution does, what the test reads, and what another solution does that writes something else.
WRITING = {
    "open": (
        "with open('out.csv', 'w') as file:\n    file.write('n\\n42\\n')",
        "assert open('out.csv').read() == 'n\\n42\\n'",
        "with open('out.csv', 'w') as file:\n    file.write('n\\n43\\n')",
    ),
    "pathlib": (
        "from pathlib import Path\nPath('out.txt').write_text('42')",
        "assert Path('out.txt').read_text() == '42'",
        "from pathlib import Path\nPath('out.txt').write_text('43')",
    ),
    "numpy": (
        "np.save('out.npy', np.array([4, 2]))",
        "assert np.load('out.npy').tolist() == [4, 2]",
        "np.save('out.npy', np.array([4, 3]))",
    ),
    "pandas": (
        "pd.DataFrame({'n': [42]}).to_csv('out.csv', index=False)",
        "assert pd.read_csv('out.csv').n.tolist() == [42]",
        "pd.DataFrame({'n': [43]}).to_csv('out.csv', index=False)",
    ),
    "sqlite3": (
        "db = sqlite3.connect('out.db')\ndb.execute('create table t as select 42')\ndb.commit()\ndb.close()",
        "assert sqlite3.connect('out.db').execute('select * from t').fetchall() == [(42,)]",
        "db = sqlite3.connect('out.db')\ndb.execute('create table t as select 43')\ndb.commit()\ndb.close()",
    ),
    "subfolder": (
        "import os\nos.makedirs('a/b', exist_ok=True)\nopen('a/b/out.txt', 'w').write('42')",
        "assert open('a/b/out.txt').read() == '42'",
        "import os\nos.makedirs('a/b', exist_ok=True)\nopen('a/b/out.txt', 'w').write('43')",
    ),
    "link": (
        "import os\nos.symlink('data.csv', 'out')",  # nothing is opened
        "assert os.readlink('out') == 'data.csv'",
        "import os\nos.symlink('data', 'out')",
    ),
    "elsewhere": (
        "from pathlib import Path\n(Path.home() / 'out.txt').write_text('42')",
        "assert (Path.home() / 'out.txt').read_text() == '42'",
        "from pathlib import Path\n(Path.home() / 'out.txt').write_text('43')",
    ),
    "released_data": (
        "pd.read_csv('data.csv').mul(2).to_csv('data.csv', index=False)",
        "assert pd.read_csv('data.csv').n.tolist() == [2, 4]",
        "pd.read_csv('data.csv').mul(3).to_csv('data.csv', index=False)",
    ),
    "released_data_removed": (
        "import os\nos.remove('data.csv')",
        "import os.path\nassert not os.path.exists('data.csv')",
        "import os",
    ),
    "function": (
        "def save(path):\n    with open(path, 'w') as file: file.write('42')",
        "save('out.txt')\nassert open('out.txt').read() == '42'",
        "def save(path):\n    with open(path, 'w') as file: file.write('43')",
    ),
    "function_and_removed_again": (
        "def save(path):\n    with open(path, 'w') as file: file.write('42')",
        "import os\nsave('out.txt')\nsaved = open('out.txt').read()\nos.remove('out.txt')\nassert saved == '42'",
        "def save(path):\n    with open(path, 'w') as file: file.write('43')",
    ),
    "written_by_the_test": (
        "def load(path): return open(path).read()",
        "with open('in.txt', 'w') as file:\n    file.write('42')\nassert load('in.txt') == '42'",
        "def load(path): return 'in.txt'",
    ),
}

# What a file cannot carry to the test: the test of that file, or all from there on.
NOT_ISOLATED = {"link": ["writes"], "written_by_the_test": ["writes"], "elsewhere": ["writes", "after"]}

# Isolated, and binds what the test of the file needs; and one after it.
BEFORE = "def one(): return 1", "import json as used_later\nassert one() == 1"
AFTER = "def two(): return 2", "assert two() == 2"


def _exercises(name: str) -> dict[str, tuple[str, str]]:
    solution, test, _ = WRITING[name]
    return {"before": BEFORE, "writes": (solution, f"{test}\nassert used_later.loads('1') == 1"), "after": AFTER}


def _by_name(result: object) -> dict[str, ExerciseResult]:
    assert isinstance(result, Result), result
    return {exercise.name: exercise for exercise in result.exercises}


# A few kinds of files in the first storey, all in the second.
FEW = list(WRITING)[:3]


@pytest.mark.parametrize("name", [pytest.param(name, marks=() if name in FEW else pytest.mark.all) for name in WRITING])
def test_a_file_is_the_students_own(name: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    exercises = _exercises(name)
    course = make_plain_course(tmp_path / "course", exercises, files=DATA)
    right = {each: solution for each, (solution, _) in exercises.items()}
    submitted = tmp_path / "submitted"
    hand_in(course, submitted / "right" / "kinds", right)
    hand_in(course, submitted / "untouched" / "kinds", {})
    hand_in(course, submitted / "blank" / "kinds", dict.fromkeys(exercises, ""))
    hand_in(course, submitted / "wrong" / "kinds", {**right, "writes": WRITING[name][2]})
    with caplog.at_level(logging.WARNING):
        found = ClassGrading(course, "kinds", submitted, tmp_path / "graded").run(ThisMachine(1))
        results = {submission.student: _by_name(result) for submission, result in found}
    earned = {student: [one.earned for one in result.values()] for student, result in results.items()}
    assert earned == {"right": [1, 1, 1], "untouched": [0, 0, 0], "blank": [0, 0, 0], "wrong": [1, 0, 1]}
    not_isolated = NOT_ISOLATED.get(name, [])
    for result in results.values():
        assert [one.name for one in result.values() if not one.isolated] == not_isolated
    assert results["right"]["writes"].outcome is Outcome.PASSED
    said = [record.getMessage() for record in caplog.records if "not isolated" in record.getMessage()]
    assert len(said) == bool(not_isolated)
    assert all(", ".join(f"test_{each}" for each in not_isolated) in sentence for sentence in said)
    for folder in (course.source, course.release):
        assert sorted(path.name for path in (folder / "kinds").iterdir()) == ["data.csv", "kinds.ipynb"]
        assert (folder / "kinds" / "data.csv").read_text() == DATA["data.csv"]


READING = {
    "a file": ("total = pd.read_csv('data.csv').n.sum()", "assert total == 3 and len(open('data.csv').read()) == 6"),
    "a database": (
        "def rows(): return sqlite3.connect('released.db').execute('select * from t').fetchall()",
        "assert rows() == sqlite3.connect('file:released.db?mode=ro', uri=True).execute('select * from t').fetchall()",
    ),
    "devices and caches": (
        "import os\nfrom pathlib import Path\nopen(os.devnull, 'w').write('x')\n"
        "os.makedirs(Path.home() / '.cache' / 'fonts', exist_ok=True)\n"
        "(Path.home() / '.cache' / 'fonts' / 'list').write_text('x')\n"
        "kept = sqlite3.connect(':memory:').execute('select 1').fetchone()",
        "assert kept == (1,)",
    ),
    "a figure": ("import matplotlib.pyplot as plt\nbars = len(plt.bar([1, 2], [3, 4]))", "assert bars == 2"),
}


def test_what_only_reads_stays_isolated(tmp_path: Path) -> None:
    source = tmp_path / "course" / "source" / "kinds"
    source.mkdir(parents=True)
    with closing(sqlite3.connect(source / "released.db")) as connection, connection:
        connection.execute("create table t as select 42")
    exercises = {name.replace(" ", "_"): exercise for name, exercise in READING.items()}
    course = make_plain_course(tmp_path / "course", exercises, files=DATA)
    hand_in(course, tmp_path / "submitted" / "right" / "kinds", {name: one for name, (one, _) in exercises.items()})
    ((_, result),) = ClassGrading(course, "kinds", tmp_path / "submitted", tmp_path / "graded").run()
    assert {(one.name, one.earned, one.isolated) for one in _by_name(result).values()} == {
        (name, 1.0, True) for name in exercises
    }


@pytest.mark.parametrize("name", sorted(path.name for path in (ROOT / "source").iterdir()))
def test_our_exams_are_examined_apart(name: str, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(ROOT / "release" / name, tmp_path / name))
    assignment = completed(Course(ROOT), Assignment.read(ROOT / "source" / name))
    reference = run_reference(assignment, folder, Shell.start(output_bytes=100_000))
    assert reference.binds and reference.not_apart == {}


def test_a_given_cell_may_write_for_student_and_test(tmp_path: Path) -> None:
    exercises = {
        "makes": ("open('made.txt', 'w').write('made')", ""),
        "reads": (
            "def size(): return len(open('made.txt').read())",
            "assert size() == len(open('made.txt').read()) == 4",
        ),
    }
    course = make_plain_course(tmp_path / "course", exercises)
    hand_in(course, tmp_path / "submitted" / "right" / "kinds", {"reads": exercises["reads"][0]})
    ((_, result),) = ClassGrading(course, "kinds", tmp_path / "submitted", tmp_path / "graded").run()
    reads = _by_name(result)["reads"]
    assert (reads.earned, reads.isolated) == (1.0, True), reads.message


def test_check_passes_and_leaves_the_source_as_it_is(tmp_path: Path) -> None:
    course = make_plain_course(tmp_path / "course", _exercises("pandas"), files=DATA)
    folder = course.source / "kinds"
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    findings = prove(course, "kinds", ProofOptions(workers=1, seeds=2))
    unproven = [one for one in failures(findings) if one.proof in ("reference", "untouched release", "leaks")]
    proven = {(one.proof, one.subject) for one in findings}
    assert {("reference", "exercise writes"), ("untouched release", "exercise writes")} <= proven
    assert not unproven
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_test_that_needs_a_file_of_a_given_cells_call_is_graded_by_one_kernel(tmp_path: Path) -> None:
    # What is written by a given cell that calls the student's code is neither the release's nor the test's own.
    exercises = {
        "saves": ("def save(path):\n    with open(path, 'w') as file: file.write('42')", "assert callable(save)"),
        "demo": ("save('demo.txt')", ""),
        "reads": ("pass", "assert open('demo.txt').read() == '42'"),
    }
    course = make_plain_course(tmp_path / "course", exercises)
    right = {name: one for name, (one, _) in exercises.items()}
    hand_in(course, tmp_path / "submitted" / "right" / "kinds", right)
    hand_in(course, tmp_path / "submitted" / "wrong" / "kinds", {**right, "saves": "def save(path): pass"})
    found = ClassGrading(course, "kinds", tmp_path / "submitted", tmp_path / "graded").run()
    results = {submission.student: _by_name(result) for submission, result in found}
    assert [(one.earned, one.isolated) for one in results["right"].values()] == [(1, True), (1, False)]
    assert [(one.earned, one.isolated) for one in results["wrong"].values()] == [(1, True), (0, False)]
