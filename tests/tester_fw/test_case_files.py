"""How case files are written and read, and what is said of those that cannot be."""

import dill
import numpy as np
import pandas as pd
from cryptography.fernet import Fernet
from pytest import mark, raises

from tester_fw.case_files import read_cases, write_cases
from tester_fw.compare import difference
from tester_fw.errors import (
    CaseFileDamagedError,
    CaseFileMissingError,
    MalformedKeyError,
    MissingModuleError,
    WrongKeyError,
)
from tester_fw.testers import Tester

CASES = [{"n": 1, "output_0": {"a": {1, 2}, 3: (None, 1.5)}}]


@mark.parametrize("form", [bytes, bytes.decode], ids=["bytes", "text"])
def test_cases_are_read_as_they_were_written_with_a_key_of_either_type(tmp_path, key, form):
    write_cases(tmp_path / "tc_1", form(key), CASES)
    assert read_cases(str(tmp_path / "tc_1"), form(key)) == CASES


def test_frames_and_arrays_are_read_as_they_were_written(tmp_path, key):
    cases = [{"frame": pd.DataFrame({"a": [1, 2]}), "output_0": np.arange(3)}]
    write_cases(tmp_path / "tc_1", key, cases)
    assert difference(cases, read_cases(tmp_path / "tc_1", key)) is None


def test_a_case_file_is_a_fernet_token_over_a_dill_that_old_pythons_read_too(tmp_path, key):
    (tmp_path / "tc_1").write_bytes(Fernet(key).encrypt(dill.dumps(CASES)))
    assert read_cases(tmp_path / "tc_1", key) == CASES
    write_cases(tmp_path / "tc_2", key, CASES)
    pickled = Fernet(key).decrypt((tmp_path / "tc_2").read_bytes())
    assert dill.loads(pickled) == CASES
    assert pickled[:2] == b"\x80\x04"


def test_writing_leaves_no_other_file_behind_and_where_it_fails_the_old_one_as_it_was(tmp_path, key):
    write_cases(tmp_path / "tc_1", key, CASES)
    write_cases(tmp_path / "tc_1", key, CASES * 2)
    assert [path.name for path in tmp_path.iterdir()] == ["tc_1"]
    assert read_cases(tmp_path / "tc_1", key) == CASES * 2
    with raises(TypeError):
        write_cases(tmp_path / "tc_1", key, [{"n": (n for n in range(3))}])
    assert read_cases(tmp_path / "tc_1", key) == CASES * 2
    assert [path.name for path in tmp_path.iterdir()] == ["tc_1"]


@mark.parametrize("cases", [[], {}, "abc", [1], [{"n": 1}, None]])
def test_only_a_list_of_dicts_is_written(tmp_path, key, cases):
    with raises(CaseFileDamagedError):
        write_cases(tmp_path / "tc_1", key, cases)
    assert not list(tmp_path.iterdir())


def test_a_missing_file_is_named_with_the_current_folder(tmp_path, key, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with raises(CaseFileMissingError) as caught:
        Tester({"case_file": "tc_1", "func": len}, key=key)
    assert str(caught.value) == (
        f"There is no case file resource/asnlib/publicdata/tc_1 (relative to the folder {tmp_path}): "
        "download the whole assignment folder again and open the notebook inside it."
    )


def test_a_file_where_a_folder_should_be_is_a_missing_file(tmp_path, key):
    (tmp_path / "resource").touch()
    with raises(CaseFileMissingError):
        read_cases(tmp_path / "resource" / "tc_1", key)


@mark.parametrize("content", [b"", b"<html>404</html>", b"gAAAAA", bytes(300), b"\xff" * 99])
def test_a_file_that_is_no_token_is_damaged(tmp_path, key, content):
    (tmp_path / "tc_1").write_bytes(content)
    with raises(CaseFileDamagedError) as caught:
        read_cases(tmp_path / "tc_1", key)
    assert str(caught.value) == (
        f"The case file {tmp_path / 'tc_1'} is damaged (it is not a Fernet token): "
        "download the whole assignment folder again."
    )


def test_half_a_token_is_damaged(tmp_path, key):
    write_cases(tmp_path / "tc_1", key, CASES)
    (tmp_path / "tc_1").write_bytes((tmp_path / "tc_1").read_bytes()[:-30])
    with raises(CaseFileDamagedError):
        read_cases(tmp_path / "tc_1", key)


@mark.parametrize(
    ("content", "reason"),
    [
        (dill.dumps([]), "it holds no cases"),
        (dill.dumps({"n": 1}), "it is not a list of dicts but {'n': 1}"),
        (dill.dumps([1, 2]), "it is not a list of dicts but [1, 2]"),
        (b"no pickle", "it cannot be unpickled"),
    ],
)
def test_a_token_over_something_else_is_damaged(tmp_path, key, content, reason):
    (tmp_path / "tc_1").write_bytes(Fernet(key).encrypt(content))
    with raises(CaseFileDamagedError) as caught:
        read_cases(tmp_path / "tc_1", key)
    assert f"tc_1 is damaged ({reason}" in str(caught.value)


def test_another_key_does_not_open_the_file(tmp_path, key):
    write_cases(tmp_path / "tc_1", key, CASES)
    with raises(WrongKeyError) as caught:
        read_cases(tmp_path / "tc_1", Fernet.generate_key())
    assert str(caught.value) == (
        f"The key does not open the case file {tmp_path / 'tc_1'}: the notebook and the file come from "
        "different downloads, so download the whole assignment folder again."
    )


@mark.parametrize("wrong", [b"", b"abc", "é", b"=" * 44, 5, None])
def test_a_malformed_key_is_told_apart_from_a_wrong_one(tmp_path, key, wrong):
    write_cases(tmp_path / "tc_1", key, CASES)
    with raises(MalformedKeyError, match=r"for the case file .*tc_1 is not a Fernet key .*: copy the test cell"):
        read_cases(tmp_path / "tc_1", wrong)


def test_a_library_that_is_not_installed_is_named(tmp_path, key, run_python):
    write_cases(tmp_path / "tc_1", key, [{"a": np.arange(3), "output_0": 1}])
    script = f"""
import sys
sys.modules["numpy"] = None  # as if it were not there
from tester_fw.case_files import read_cases
from tester_fw.errors import MissingModuleError
try:
    read_cases({str(tmp_path / "tc_1")!r}, {key!r})
except MissingModuleError as error:
    print(error)
"""
    shown = run_python(script)
    assert "tc_1 holds values of numpy" in shown
    assert "run `pip install --upgrade numpy` and restart the kernel." in shown


def test_a_module_of_a_library_that_is_too_old_names_the_library(tmp_path, key):
    gone = b"\x80\x04cno_such_library.core\nThing\n."
    (tmp_path / "tc_1").write_bytes(Fernet(key).encrypt(gone))
    with raises(MissingModuleError, match="pip install --upgrade no_such_library`"):
        read_cases(tmp_path / "tc_1", key)
