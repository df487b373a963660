"""numpy, pandas and sqlite3 are imported by who needs them."""

import subprocess
import sys
from pathlib import Path

from pytest import mark

ROOT = Path(__file__).parents[2]

SCRIPT = """
import sys
from tester_fw.testers import Tester

def answer(n):
    return {{"a": [n, 0.5], (1, 2): {{"x"}}}}

conf = {{
    "case_file": "tc_3",
    "func": answer,
    "inputs": {{"n": {{"dtype": "int", "check_modified": True}}}},
    "outputs": {{"output_0": {{"dtype": "dict", "check_dtype": {check_dtype}}}}},
}}
for n in (1, 2):
    try:
        Tester(conf, key={key!r}, path={path!r}).run_test()
    except AssertionError as error:
        str(error)
print(sorted({{"numpy", "pandas", "sqlite3", "IPython"}} & set(sys.modules)))
"""


@mark.parametrize("check_dtype", [True, False])
@mark.parametrize("expected", [{"a": [1, 0.5], (1, 2): {"x"}}, {"a": "wrong"}], ids=["right", "wrong"])
def test_plain_cases_import_no_library(tester_of, tmp_path, key, expected, check_dtype):
    tester_of(len, [{"n": 1, "output_0": expected}])
    script = SCRIPT.format(key=key, path=str(tmp_path), check_dtype=check_dtype)
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, cwd=ROOT)
    assert result.stdout == "[]\n", result.stderr
