"""In no exercise of an exam does anything earn points but right outputs: neither their places nor odd values.

Visible and official cases come from the same samplers. Unless the official ones are shuffled, the visible output at the
same place would often be right.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent, indent

import nbformat
import pytest

ROOT = Path(__file__).parents[2]
EXAMS = sorted(path.parent.name for path in ROOT.glob("source/*/cases.py"))

pytestmark = pytest.mark.all

# The functions of a submission are right; what the tester of each test cell calls is another one.
PATCH = """
import itertools, pickle
import nbproctor.examination.runner.recording_testers as runner_tester
from tester_fw.case_files import read_cases
from tester_fw.conf import fit_to_cases, read_conf
from tester_fw.smallest import size

class Agrees(float):
    __eq__ = __lt__ = __gt__ = __contains__ = lambda self, other: True
    __ne__ = lambda self, other: False
    __iter__ = lambda self: iter([self])
    __hash__ = lambda self: 0

made = runner_tester.RunnerTester.__init__

def ranked(cases):
    return sorted(range(len(cases)), key=lambda place: (size(cases[place]), repr(cases[place])))

def init(self, conf, key, path="resource/asnlib/publicdata/"):
    made(self, conf, key, path)
    visible = read_cases(path + self._case_file, key)
    fitted = fit_to_cases(read_conf(conf), visible)
    outputs = [tuple(case[output.name] for output in fitted.outputs) for case in visible]
    outputs = [each[0] if len(each) == 1 else each for each in outputs]
    official = [pickle.loads(case) for case in self._official.cases]
    inputs = [{name: case[name] for name in official[0]} for case in visible]
@HOW@

runner_tester.RunnerTester.__init__ = init
"""
PLACES = {
    "order": """
        answers = itertools.cycle(outputs)
        self._function = lambda **inputs: next(answers)
        """,
    "rank": """
        places = dict(zip(ranked(official), itertools.cycle(ranked(inputs))))
        called = itertools.count()
        self._function = lambda **inputs: outputs[places[next(called)]]
        """,
}
VALUES = {
    "nan": "float('nan')",
    "nans": "[float('nan')] * 5",
    "agrees": "Agrees()",
    "several": "[Agrees()] * 5",
    "iterator": "iter(range(5))",
    "surrogates": "['\\ud800'] * 5",
}
NOTHING_EARNED = {**PLACES, **{name: f"self._function = lambda **inputs: {value}" for name, value in VALUES.items()}}
RIGHT = "right"


@pytest.mark.parametrize("exam", EXAMS)
def test_only_right_outputs_earn_points(exam: str, tmp_path: Path) -> None:
    found = _graded(exam, {RIGHT: "pass", **NOTHING_EARNED}, tmp_path)
    release = nbformat.read(ROOT / "release" / exam / f"{exam}.ipynb", as_version=4)
    isolated = {cell.id.removeprefix("test_") for cell in release.cells if "Tester(" in cell.source}
    assert isolated
    assert all(each["earned"] == each["points"] for each in found[RIGHT])
    for student in NOTHING_EARNED:
        assert {each["name"]: each["earned"] for each in found[student]} == {
            each["name"]: 0 if each["name"] in isolated else each["points"] for each in found[RIGHT]
        }, student


def _graded(exam: str, submissions: dict[str, str], folder: Path) -> dict[str, list[dict[str, object]]]:
    """The exercises of each submission, by its name; what its tester calls is given as Python."""
    for student, how in submissions.items():
        _hand_in(folder / "submitted", exam, student, how)
    command = [str(Path(sys.executable).with_name("course")), "grade", exam]
    command += ["--submitted", str(folder / "submitted"), "--output", str(folder / "graded")]
    environment = {**os.environ, "COURSE_OFFICIAL_SEED": "attacks"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    paths = {student: folder / "graded" / "autograded" / student / exam for student in submissions}
    return {student: json.loads((path / "results.json").read_text())["exercises"] for student, path in paths.items()}


def _hand_in(submitted: Path, exam: str, student: str, how: str) -> None:
    path = ROOT / "examples" / "submitted" / "all-right" / exam / f"{exam}.ipynb"
    notebook = nbformat.read(path, as_version=4)
    source = PATCH.replace("@HOW@", indent(dedent(how).strip(), "    "))
    notebook.cells.insert(0, nbformat.v4.new_code_cell(source, id="own"))
    (submitted / student / exam).mkdir(parents=True)
    nbformat.write(notebook, submitted / student / exam / f"{exam}.ipynb")
