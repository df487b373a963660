"""What a conf may say, what it may leave out, and what it is told when it is wrong."""

import pickle
from dataclasses import FrozenInstanceError

import numpy as np
import pandas as pd
from pytest import mark, raises

from tester_fw.conf import Conf, Input, Output
from tester_fw.errors import (
    ConfError,
    DtypeMismatchError,
    MissingKeyError,
    NoOutputsError,
    NotAFunctionError,
    OutputIndexError,
    TesterError,
    UnknownDtypeError,
    UnknownKeyError,
    UnknownNameError,
)
from tester_fw.rules import Rules
from tester_fw.testers import Tester


def double(n):
    return 2 * n


CASES = [{"n": 1, "output_0": 2}, {"n": 2, "output_0": 4}]


@mark.parametrize(
    ("case", "conf", "inputs", "outputs"),
    [
        ({"n": 1, "output_0": 2}, {}, [Input("n")], [Output("output_0", 0)]),
        ({"n": 1, "output_0": 2, "output_1": 3}, {}, [Input("n")], [Output("output_0", 0), Output("output_1", 1)]),
        ({"n": 1, "k": 2, "answer": 3}, {"outputs": {"answer": {}}}, [Input("n"), Input("k")], [Output("answer", 0)]),
        ({"n": 1, "a": 1, "b": 2}, {"outputs": {"b": {}, "a": {}}}, [Input("n")], [Output("b", 0), Output("a", 1)]),
        (
            {"n": 1, "output_0": 2},
            {"inputs": {"n": {}}, "outputs": {"output_0": {}}},
            [Input("n", "", False)],
            [Output("output_0", 0, "", Rules(True, True, True, True, True, 1e-6, False))],
        ),
    ],
    ids=["neither", "several outputs", "no inputs", "no indexes", "the documented defaults"],
)
def test_what_a_conf_leaves_out_is_taken_from_the_cases_or_from_the_defaults(tester_of, case, conf, inputs, outputs):
    assert tester_of(double, [case], **conf).conf == Conf("tc_3", double, tuple(inputs), tuple(outputs))


def test_names_of_the_cases_that_the_conf_leaves_out_are_not_used(tester_of):
    tester = tester_of(double, [{"n": 1, "note": "easy", "output_0": 2}], inputs={"n": {}})
    tester.run_test()
    assert tester.get_test_vars()[0] == {"n": 1}


def test_every_key_of_an_output_is_read(tester_of):
    flags = ("check_dtype", "check_col_dtypes", "check_col_order", "check_row_order", "check_column_type")
    about = {"index": 0, "dtype": "int", **dict.fromkeys(flags, False), "float_tolerance": 0.5, "exact": True}
    output = tester_of(double, CASES, outputs={"output_0": about}).conf.outputs[0]
    assert output == Output("output_0", 0, "int", Rules(False, False, False, False, False, 0.5, True))


def test_a_conf_cannot_be_changed_once_it_is_read(tester_of):
    conf = tester_of(double, CASES).conf
    for part, name in ((conf, "func"), (conf.inputs[0], "name"), (conf.outputs[0].rules, "check_dtype")):
        with raises(FrozenInstanceError):
            setattr(part, name, None)


@mark.parametrize(
    ("dtype", "value"),
    [
        ("int", 1),
        ("int", np.int64(1)),
        ("float", 1.5),
        ("float", np.float32(1.5)),
        ("bool", True),
        ("bool", np.bool_(True)),
        ("str", "a"),
        ("list", [1]),
        ("tuple", (1,)),
        ("set", {1}),
        ("set", frozenset({1})),
        ("dict", {1: 1}),
        ("df", pd.DataFrame({"a": [1]})),
        ("series", pd.Series([1])),
        ("array", np.array([1])),
        ("", 1),
        ("", "a"),
        ("int", None),
    ],
)
def test_each_dtype_passes_a_value_of_its_kind(tester_of, dtype, value):
    outputs = {"output_0": {"dtype": dtype}}
    tester_of(lambda x: x, [{"x": value, "output_0": value}], outputs=outputs).run_test()


@mark.parametrize(
    ("dtype", "value"),
    [
        ("int", True),
        ("int", 1.0),
        ("float", 1),
        ("bool", 1),
        ("str", b"a"),
        ("list", (1,)),
        ("tuple", [1]),
        ("set", [1]),
        ("dict", [1]),
        ("df", pd.Series([1])),
        ("series", [1]),
        ("array", [1]),
    ],
)
def test_a_dtype_that_the_cases_contradict_is_an_error(tester_of, dtype, value):
    cases = [{"x": 1, "output_0": value}]
    with raises(DtypeMismatchError) as caught:
        tester_of(lambda x: x, cases, outputs={"output_0": {"dtype": dtype}})
    assert str(caught.value).startswith(f"conf['outputs']['output_0']['dtype'] is '{dtype}', but a case of tc_3 holds ")
    tester_of(lambda x: x, cases, outputs={"output_0": {"dtype": dtype, "check_dtype": False}})


def test_a_database_must_be_frames_in_the_cases(tester_of):
    with raises(DtypeMismatchError, match=r"conf\['inputs'\]\['n'\]\['dtype'\] is 'db', but a case"):
        tester_of(double, CASES, inputs={"n": {"dtype": "db"}})


@mark.parametrize(
    ("conf", "error_class", "sentence"),
    [
        ({"ouputs": {}}, UnknownKeyError, "conf has the unknown key 'ouputs': did you mean 'outputs'?"),
        (
            {"inputs": {"n": {"check_modifed": True}}},
            UnknownKeyError,
            "conf['inputs']['n'] has the unknown key 'check_modifed': did you mean 'check_modified'?",
        ),
        (
            {"outputs": {"output_0": {"check_dtyp": True}}},
            UnknownKeyError,
            "conf['outputs']['output_0'] has the unknown key 'check_dtyp': did you mean 'check_dtype'?",
        ),
        (
            {"zzz": 1},
            UnknownKeyError,
            "conf has the unknown key 'zzz': the known keys are 'case_file', 'func', 'inputs', 'outputs'.",
        ),
        (
            {"func": 5},
            NotAFunctionError,
            "conf['func'] is 5, which is not a function: run the cell that defines it again.",
        ),
        (
            {"outputs": {"output_0": {"dtype": "integer"}}},
            UnknownDtypeError,
            "conf['outputs']['output_0']['dtype'] is 'integer', but it must be one of '', 'int', 'float', "
            "'bool', 'str', 'list', 'tuple', 'set', 'dict', 'df', 'series', 'array'.",
        ),
        (
            {"inputs": {"n": {"dtype": int}}},
            UnknownDtypeError,
            "conf['inputs']['n']['dtype'] is <class 'int'>, but it must be one of '', 'int', 'float', "
            "'bool', 'str', 'list', 'tuple', 'set', 'dict', 'df', 'series', 'array', 'db'.",
        ),
        (
            {"outputs": {"output_0": {"index": 1}}},
            OutputIndexError,
            "The outputs have the indexes [1], but 1 outputs must be numbered from 0 to 0, each number once.",
        ),
        (
            {"outputs": {"output_0": {"index": 0}, "n": {"index": 0}}},
            OutputIndexError,
            "The outputs have the indexes [0, 0], but 2 outputs must be numbered from 0 to 1, each number once.",
        ),
        (
            {"outputs": {"output_0": {"index": "0"}}},
            OutputIndexError,
            "The outputs have the indexes ['0'], but 1 outputs must be numbered from 0 to 0, each number once.",
        ),
        (
            {"inputs": {"m": {}}},
            UnknownNameError,
            "conf['inputs'] names 'm', but a case of tc_3 holds only 'n', 'output_0': use one of these names.",
        ),
        (
            {"outputs": {"output_1": {}}},
            UnknownNameError,
            "conf['outputs'] names 'output_1', but a case of tc_3 holds only 'n', 'output_0': use one of these names.",
        ),
        ({"case_file": 3}, ConfError, "conf['case_file'] is 3, but it must be the name of a file."),
        ({"inputs": ["n"]}, ConfError, "conf['inputs'] is ['n'], but it must be a dict."),
        ({"inputs": {"n": "int"}}, ConfError, "conf['inputs']['n'] is 'int', but it must be a dict."),
        (
            {"inputs": {"n": {"check_modified": "no"}}},
            ConfError,
            "conf['inputs']['n']['check_modified'] is 'no', but it must be True or False.",
        ),
        (
            {"outputs": {"output_0": {"check_row_order": 0}}},
            ConfError,
            "conf['outputs']['output_0']['check_row_order'] is 0, but it must be True or False.",
        ),
        (
            {"outputs": {"output_0": {"float_tolerance": -1}}},
            ConfError,
            "conf['outputs']['output_0']['float_tolerance'] is -1, but it must be a number, 0 or more.",
        ),
        (
            {"outputs": {"output_0": {"float_tolerance": float("nan")}}},
            ConfError,
            "conf['outputs']['output_0']['float_tolerance'] is nan, but it must be a number, 0 or more.",
        ),
    ],
)
def test_a_wrong_conf_is_told_what_is_wrong(tester_of, conf, error_class, sentence):
    with raises(error_class) as caught:
        tester_of(**{"func": double, "cases": CASES, **conf})
    assert str(caught.value) == sentence


@mark.parametrize("key", ["case_file", "func"])
def test_a_required_key_is_missed(key):
    conf = {"case_file": "tc_3", "func": double}
    del conf[key]
    with raises(MissingKeyError, match=f"conf has no '{key}'"):
        Tester(conf, key=b"")


def test_a_conf_that_is_no_dict_is_an_error():
    with raises(ConfError, match="conf is 'tc_3', but it must be a dict"):
        Tester("tc_3", key=b"")


def test_cases_without_an_output_are_an_error(tester_of):
    with raises(NoOutputsError, match=r"begins with 'output_' \(they hold 'n', 'answer'\)"):
        tester_of(double, [{"n": 1, "answer": 2}])


def test_a_name_that_only_some_cases_hold_is_an_error(tester_of):
    with raises(UnknownNameError, match="names 'output_0', but a case of tc_3 holds only 'n'"):
        tester_of(double, [*CASES, {"n": 3}])


def test_an_error_can_be_sent_to_another_process(tester_of):
    with raises(TesterError) as caught:
        tester_of(5, CASES)
    copy = pickle.loads(pickle.dumps(caught.value))
    assert type(copy) is NotAFunctionError
    assert str(copy) == str(caught.value)
