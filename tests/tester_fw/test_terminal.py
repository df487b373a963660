"""`python -m tester_fw exam.ipynb`, as a student calls it in the folder of a download."""

import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.patience import HANGS
from tests.tester_fw.pair_exam import ENVIRONMENT, TEST, write_notebook, write_pair_cases

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "tester_fw"]
SOLUTION = "### Exercise 1 solution\ndef pair(n):\n    return (n, 'bits')\n\npair(3)"
ENDLESS = "print('it begins', flush=True)\nwhile True:\n    pass"
TABLE = "from tester_fw.all_tests import show_all_tests\nshow_all_tests('exam.ipynb', cap=3)"


@pytest.fixture
def exam(tmp_path, key):
    """Write an exam of two exercises into a folder with what belongs to it; return the folder."""
    shutil.copytree(ROOT / "tester_fw", tmp_path / "tester_fw", ignore=shutil.ignore_patterns("__pycache__"))
    write_pair_cases(tmp_path, key)

    def write(solution=SOLUTION, second="%time 1 + 1\nassert pair(1)[0] == 1", further=""):
        cells = [
            ("p1", "markdown", "## Exercise 1 (2 points): pairs", {}),
            ("ex1", "code", solution, {"solution": True, "grade": False}),
            ("further", "code", further, {}),
            ("test_ex1", "code", TEST.format(func="pair", key=key), {"grade": True, "points": 2}),
            ("p2", "markdown", "## Exercise 2 (1.5 points): more of them", {}),
            ("test_ex2", "code", second, {"grade": True, "points": 1.5}),
            ("all-tests", "code", TABLE, {}),
        ]
        write_notebook(tmp_path, cells, lines=True)
        return tmp_path

    return write


def run(folder, *words, code=0):
    command = [*COMMAND, *words]
    done = subprocess.run(command, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, timeout=HANGS)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout if code < 2 else done.stderr


def rows_of(shown):
    """What the table says of each exercise."""
    lines = shown[shown.index("exercise  ") :].splitlines()[1:3]
    return [line.partition("  ")[2].strip() for line in lines]


def test_where_all_pass_there_is_the_table(exam):
    assert run(exam(), "exam.ipynb").splitlines() == [
        "exercise                      points  test",
        "Exercise 1: pairs             2 of 2  passed",
        "Exercise 2: more of them  1.5 of 1.5  passed",
        "",
        "3.5 of 3.5 points so far. 3 make 100%: you have them.",
    ]


def test_what_fails_is_said_above_and_what_is_left_below(exam):
    shown = run(exam(SOLUTION.replace("bits", "bit")), "exam.ipynb", code=1)
    before, _, after = shown.partition("exercise  ")
    assert before.startswith("Exercise 1: pairs\n\nWrong answer: pair(n=0)\n  returned  (0, 'bit')\n")
    assert "\x1b" not in shown and str(ROOT) not in shown
    assert after.endswith("1.5 of 3.5 points so far. 3 make 100%: 1.5 to go.\nLeft: Exercise 1: pairs.\n")


def test_what_is_not_begun_is_said_so_in_a_word(exam):
    shown = run(exam("def pair(n):\n    raise NotImplementedError()\n\npair(1)"), "exam.ipynb", code=1)
    assert rows_of(shown) == ["0 of 2  not solved yet", "0 of 1.5  not solved yet"]
    assert "raised" not in shown


@pytest.mark.all
def test_a_cell_without_end_ends_after_its_time_and_the_rest_goes_on(exam):
    shown = run(exam(further=ENDLESS, second="while True: pass"), "exam.ipynb", "--seconds", "1", code=1)
    assert "Exercise 2: more of them\n\nIt was stopped after 1 seconds." in shown
    assert rows_of(shown) == ["2 of 2  passed", "0 of 1.5  failed"]


@pytest.mark.needs("a system with alarms")
def test_ctrl_c_ends_one_cell_and_the_rest_goes_on(exam):
    folder = exam(second="open('begun', 'w').close()\nwhile True: pass")
    command = [*COMMAND, "exam.ipynb"]
    running = subprocess.Popen(command, cwd=folder, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True)
    while not (folder / "begun").exists():
        assert running.poll() is None
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    shown, _ = running.communicate(timeout=HANGS)
    assert running.returncode == 1
    assert "Exercise 2: more of them\n\nYou stopped it." in shown
    assert "2 of 3.5 points so far." in shown


def test_what_asks_a_person_gets_no_answer_and_what_exits_ends_itself(exam):
    shown = run(exam(further="input('?')", second="import sys\nsys.exit(3)"), "exam.ipynb", code=1)
    assert rows_of(shown) == ["2 of 2  passed", "0 of 1.5  failed"]


def test_from_another_folder_it_runs_in_the_notebooks_own(exam, tmp_path_factory):
    folder = exam()
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    shutil.copytree(folder / "tester_fw", elsewhere / "tester_fw")
    assert "3.5 of 3.5 points" in run(elsewhere, str(folder / "exam.ipynb"))


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "There is no notebook other.ipynb (relative to the folder "),
        ("print(1)", "other.ipynb is not a notebook, or is damaged (JSONDecodeError"),
        ("[1]", "other.ipynb is not a notebook, or is damaged (TypeError"),
        ('{"cells": 5}', "other.ipynb is not a notebook, or is damaged (TypeError"),
        ('{"cells": []}', "other.ipynb has no test cells: "),
    ],
)
def test_bad_input_gets_one_sentence(exam, content, sentence):
    folder = exam()
    if content is not None:
        (folder / "other.ipynb").write_text(content)
    said = run(folder, "other.ipynb", code=2)
    assert said.startswith(sentence)
    assert len(said.splitlines()) == 1


def test_a_notebook_outside_of_its_folder_is_refused(exam, tmp_path_factory):
    folder, elsewhere = exam(), tmp_path_factory.mktemp("elsewhere")
    shutil.move(folder / "exam.ipynb", elsewhere / "exam.ipynb")
    assert "is not in its assignment's folder" in run(folder, str(elsewhere / "exam.ipynb"), code=2)
