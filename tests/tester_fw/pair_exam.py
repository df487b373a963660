"""What is run as a student runs it: the test of an exercise `pair`, and a notebook that holds it."""

import json
import os

from tester_fw.case_files import write_cases

ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
TEST = """\
### test_cell_ex3
from tester_fw.testers import Tester
tester = Tester({{"case_file": "tc_3", "func": {func}}}, key={key!r}, path="")
tester.run_tests(30, globals())
print('Passed!')"""


def write_pair_cases(folder, key):
    write_cases(folder / "tc_3", key, [{"n": n, "output_0": (n, "bits")} for n in range(40)])


def write_notebook(folder, cells, lines=False):
    """Write `exam.ipynb` of cells with a name, a kind, a source and nbgrader's marks; the source as a list of lines."""
    content = [
        {
            "id": name,
            "cell_type": kind,
            "source": source.splitlines(True) if lines else source,
            "metadata": {"nbgrader": marks},
        }
        for name, kind, source, marks in cells
    ]
    written = {"cells": content, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (folder / "exam.ipynb").write_text(json.dumps(written), encoding="utf-8")
