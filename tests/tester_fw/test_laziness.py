"""numpy, pandas and sqlite3 are imported by who needs them."""

from pytest import mark

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
def test_plain_cases_import_no_library(tester_of, tmp_path, key, run_python, expected, check_dtype):
    tester_of(len, [{"n": 1, "output_0": expected}])
    assert run_python(SCRIPT.format(key=key, path=str(tmp_path), check_dtype=check_dtype)) == "[]\n"
