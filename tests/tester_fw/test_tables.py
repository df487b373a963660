"""Comparing what numpy and pandas hold."""

from copy import deepcopy

import numpy as np
import pandas as pd
from hypothesis import given
from hypothesis import strategies as st
from pytest import mark

from tester_fw.compare import difference
from tester_fw.rules import EXACT, Rules

LOOSE = Rules(check_dtype=False)
NAN = float("nan")

ORIGINAL = pd.DataFrame(
    {
        "name": ["Ada", "Bob", "Cyd"],
        "chips": [3, 4, 5],
        "odds": [0.5, NAN, 0.25],
        "won": [True, False, True],
        "since": pd.to_datetime(["2024-01-01", None, "2024-01-03"]),
        "cards": [["AS"], ["KH", "2D"], []],
    }
)


def changed(column, row, value):
    frame = deepcopy(ORIGINAL)
    cells = frame[column].tolist()
    cells[row] = value
    frame[column] = pd.Series(cells, dtype=frame[column].dtype)
    return frame


@mark.parametrize(
    "value",
    [
        np.int64(1),
        np.float32(0.1),
        np.float64(NAN),
        np.longdouble(1),
        np.complex64(1j),
        np.bool_(True),
        np.str_("a"),
        np.bytes_(b"a"),
        np.datetime64("2024-01-01"),
        np.datetime64("NaT"),
        np.array(5),
        np.arange(6).reshape(2, 3),
        np.array([NAN, np.inf, 1.0]),
        np.array([complex(NAN, 1)]),
        np.array(["a", "bcd"]),
        np.array(["2024-01-01", "NaT"], dtype="datetime64[D]"),
        np.array([1, "a", None, [1]], dtype=object),
        np.array([(1, 2.0)], dtype=[("a", int), ("b", float)]),
        np.array([], dtype=float),
        np.ma.masked_array([1, 2], mask=[True, False]),
        ORIGINAL,
        ORIGINAL.set_index("name"),
        ORIGINAL.set_index(["name", "chips"]),
        pd.DataFrame(),
        pd.DataFrame({"a": []}),
        pd.DataFrame([[1, 2]], columns=["a", "a"]),
        pd.DataFrame({"a": pd.Categorical(["x", "y", "x"])}),
        pd.DataFrame({"a": pd.array([1, None], dtype="Int64")}),
        pd.Series([1, 2], name="a"),
        pd.Series(["a", None]),
        pd.Index([1, 2]),
        pd.RangeIndex(3),
        pd.MultiIndex.from_tuples([(1, "a"), (2, "b")]),
        pd.date_range("2024-01-01", periods=3),
        pd.Timestamp("2024-01-01"),
        pd.Timedelta(1, "D"),
        pd.NaT,
        pd.NA,
        pd.Interval(0, 1),
        pd.Period("2024-01"),
        pd.Categorical(["x", "y"]),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_value_equals_its_copy(value):
    for rules in (Rules(), EXACT, LOOSE, Rules(False, False, False, False, False)):
        assert difference({"a": [value]}, {"a": [deepcopy(value)]}, rules=rules) is None


@mark.parametrize(
    ("expected", "returned", "sentence"),
    [
        (np.int64(1), np.int64(2), "expected 1, got 2"),
        (np.int64(1), 2, "expected 1, got 2"),
        (1, np.int64(2), "expected 1, got 2"),
        (1, np.bool_(True), "expected 1 (int), got True (numpy.bool)"),
        (np.bool_(True), 1, "expected True (numpy.bool), got 1 (int)"),
        (np.array([1, 2]), [1, 2], "expected array([1, 2]) (numpy.ndarray), got [1, 2] (list)"),
        (np.array([1, 2]), np.array([1.0, 2.0]), "expected dtype int64, got dtype float64"),
        (np.array([1, 2]), np.array([[1, 2]]), "expected shape (2,), got shape (1, 2)"),
        (np.array([[1, 2], [3, 4]]), np.array([[1, 2], [5, 4]]), "[1, 0]: expected 3, got 5"),
        (np.array([1.0, NAN]), np.array([1.0, 2.0]), "[1]: expected nan, got 2.0"),
        (np.array(5), np.array(6), "[()]: expected 5, got 6"),
        (np.array(["a"]), np.array(["b"]), "[0]: expected 'a', got 'b'"),
        (np.array([["a"], 1], dtype=object), np.array([["b"], 1], dtype=object), "[0][0]: expected 'a', got 'b'"),
    ],
)
def test_what_differs_in_an_array_is_told_in_a_sentence(expected, returned, sentence):
    told = difference(expected, returned)
    assert (
        told.replace("np.int64(1)", "1")
        .replace("np.int64(2)", "2")
        .replace("np.True_", "True")
        .replace("numpy.bool_", "numpy.bool")
        .removeprefix("output_0")
        .removeprefix(": ")
        == sentence
    )


@mark.parametrize(
    ("value", "scalar"),
    [
        (4896, np.int64(4896)),
        (4896, np.uint16(4896)),
        ([0.5], [np.float64(0.5)]),
        (0.1, np.float32(0.1)),
        (1j, np.complex128(1j)),
        (True, np.bool_(True)),
        ("a", np.str_("a")),
        (b"a", np.bytes_(b"a")),
        ({1: 2}, {np.int64(1): np.int8(2)}),
        ({"a", ("b",)}, {np.str_("a"), (np.str_("b"),)}),
        ({np.str_("a"): 1}, {"a": np.int64(1)}),
    ],
)
def test_a_scalar_is_what_it_equals_unless_exactly_that_type_is_asked_for(value, scalar):
    for expected, returned in ((value, scalar), (scalar, value)):
        assert difference(expected, returned) is None
        assert difference(expected, returned, rules=LOOSE) is None
        assert difference(expected, returned, rules=EXACT) is not None


@mark.parametrize(
    ("expected", "returned"),
    [
        (1, np.float32(1)),
        (np.int64(1), 1.0),
        ({1: 2}, {np.int64(1): np.float64(2)}),
        ({1, 2}, {np.int8(1), 2.0}),
        (np.array([1, 2]), np.array([1.0, 2.0])),
        (np.array([1, 2]), np.array([1, 2], dtype=object)),
        (np.array([1, 2], dtype=np.int8), np.array([1, 2], dtype=np.uint64)),
        (pd.Series([1, 2]), pd.Series([1.0, 2.0])),
        (pd.Index([1, 2]), pd.RangeIndex(1, 3)),
    ],
)
def test_without_dtypes_numbers_are_compared_by_value(expected, returned):
    assert difference(expected, returned, rules=LOOSE) is None
    assert difference(expected, returned) is not None


@mark.parametrize(
    ("expected", "returned"),
    [
        (1, np.bool_(True)),
        (True, np.int64(1)),
        (np.array([1, 0]), np.array([True, False])),
        (np.array([True, False]), np.array([1, 0])),
        (pd.Series([1, 0]), pd.Series([True, False])),
        (np.array([1, 2]), [1, 2]),
        (pd.Series([1, 2]), [1, 2]),
    ],
)
def test_without_dtypes_other_values_still_differ(expected, returned):
    assert difference(expected, returned, rules=LOOSE) is not None


@mark.parametrize(
    ("expected", "returned"),
    [
        (np.float64(1), np.float64(1 + 1e-9)),
        (np.float32(1), np.float32(1 + 1e-6)),
        (np.array([1.0, np.inf]), np.array([1 + 1e-9, np.inf])),
        (np.array([1j]), np.array([1j + 1e-9])),
        (np.array([0.3], dtype=object), np.array([0.1 + 0.2], dtype=object)),
        (pd.Series([0.3]), pd.Series([0.1 + 0.2])),
        (pd.DataFrame({"a": [0.3]}), pd.DataFrame({"a": [0.1 + 0.2]})),
    ],
)
def test_floats_within_the_tolerance_are_equal(expected, returned):
    assert difference(expected, returned, rules=Rules(float_tolerance=2e-6)) is None
    assert difference(expected, returned, rules=EXACT) is not None


@mark.parametrize(
    ("expected", "returned"),
    [
        (np.array([1], dtype=np.int64), np.array([1], dtype=np.int32)),
        (np.array([1.0], dtype=np.float64), np.array([1.0], dtype=np.float32)),
        (np.ma.masked_array([1, 2], mask=[True, False]), np.ma.masked_array([1, 2], mask=[False, True])),
        (np.ma.masked_array([1, 2], mask=[True, False]), np.ma.masked_array([1, 3], mask=[True, False])),
        (np.array([(1, "a")], dtype="i8,U1")[0], np.array([(1, "b")], dtype="i8,U1")[0]),
        (np.datetime64("NaT"), np.datetime64("2024-01-01")),
        (np.datetime64("2024-01-01"), np.datetime64("NaT")),
        (np.float64(1), np.float64(NAN)),
        (np.float64(np.inf), np.float64(-np.inf)),
        (np.complex64(1j), np.complex64(2j)),
        (np.complex64(1j), np.complex64(1 + 1j)),
        (np.array([1j]), np.array([1 + 1j])),
        (np.array(1.0), np.array(2.0)),
        (pd.DataFrame({"a": [None]}, dtype=object), pd.DataFrame({"a": [NAN]}, dtype=object)),
        (pd.NaT, pd.Timestamp("2024-01-01")),
        (pd.Timestamp("2024-01-01"), pd.Timestamp("2024-01-02")),
        (pd.Interval(0, 1), pd.Interval(0, 2)),
        (pd.Categorical(["x", "y"]), pd.Categorical(["y", "x"])),
        (pd.MultiIndex.from_tuples([(1, "a")]), pd.MultiIndex.from_tuples([(1, "b")])),
    ],
)
def test_values_of_one_type_differ(expected, returned):
    assert difference(expected, returned) is not None


@mark.parametrize("kind", [np.float64, np.float32, np.complex64, np.longdouble])
@mark.parametrize("value", [NAN, np.inf])
def test_two_values_that_are_not_finite_are_equal(kind, value):
    assert difference(kind(value), kind(value)) is None
    assert difference(np.array([value], dtype=kind), np.array([value], dtype=kind)) is None


def test_the_tolerance_itself_is_within_the_tolerance():
    rules = Rules(float_tolerance=0.5)
    assert difference(np.array([1.0]), np.array([1.5]), rules=rules) is None
    assert difference(np.array([1.0]), np.array([1.75]), rules=rules) is not None


@mark.parametrize(
    ("returned", "sentence"),
    [
        (changed("chips", 1, 9), "output_0['chips'].iloc[1]: expected 4, got 9"),
        (changed("name", 2, "Dan"), "output_0['name'].iloc[2]: expected 'Cyd', got 'Dan'"),
        (changed("odds", 1, 0.1), "output_0['odds'].iloc[1]: expected nan, got 0.1"),
        (changed("won", 0, False), "output_0['won'].iloc[0]: expected True, got False"),
        (changed("cards", 1, ["KH"]), "output_0['cards'].iloc[1]: expected 2 items, got 1"),
        (ORIGINAL.drop(columns="won"), "output_0: missing column 'won'"),
        (ORIGINAL.assign(x=1), "output_0: unexpected column 'x'"),
        (ORIGINAL.rename(columns={"won": "win"}), "output_0: missing column 'won'; unexpected column 'win'"),
        (ORIGINAL.iloc[:2], "output_0: expected 3 rows, got 2"),
        (ORIGINAL.astype({"chips": float}), "output_0['chips']: expected dtype int64, got dtype float64"),
        (
            ORIGINAL[["chips", "name", "odds", "won", "since", "cards"]],
            "output_0.columns[0]: expected 'name', got 'chips'",
        ),
        (ORIGINAL.iloc[[1, 0, 2]], "output_0.index[0]: expected 0, got 1"),
        (ORIGINAL.rename_axis("row"), "output_0.index.names[0]: expected None, got 'row' (str)"),
        (ORIGINAL.rename_axis("column", axis=1), "output_0.columns.names[0]: expected None, got 'column' (str)"),
        (ORIGINAL["chips"], "output_0: expected <DataFrame of 3 rows"),
    ],
)
def test_what_differs_in_a_frame_is_told_in_a_sentence(returned, sentence):
    assert difference(ORIGINAL, returned).startswith(sentence)


@mark.parametrize(
    ("flag", "returned"),
    [
        ("check_col_dtypes", ORIGINAL.astype({"chips": float})),
        ("check_col_dtypes", ORIGINAL.astype({"name": object, "odds": object})),
        ("check_col_order", ORIGINAL[ORIGINAL.columns[::-1]]),
        ("check_row_order", ORIGINAL.iloc[[2, 0, 1]]),
        ("check_row_order", ORIGINAL.iloc[[2, 0, 1]].reset_index(drop=True)),
        ("check_row_order", ORIGINAL.set_axis([5, 6, 7], axis=0)),
        ("check_column_type", ORIGINAL.set_axis(ORIGINAL.columns.astype("category"), axis=1)),
        ("check_column_type", ORIGINAL.rename_axis("column", axis=1)),
    ],
)
def test_each_flag_of_a_frame_can_be_switched_off(flag, returned):
    assert difference(ORIGINAL, returned, rules=Rules(**{flag: False})) is None
    others = {name: False for name in Rules.__dataclass_fields__ if name.startswith("check_") and name != flag}
    assert difference(ORIGINAL, returned, rules=Rules(**others)) is not None


@mark.parametrize(
    "returned",
    [
        changed("chips", 1, 9),
        changed("name", 2, "Dan"),
        changed("won", 0, False),
        changed("since", 1, pd.Timestamp("2024-01-02")),
        changed("cards", 1, ["KH"]),
        ORIGINAL.drop(columns="won"),
        ORIGINAL.iloc[:2],
        ORIGINAL.iloc[[0, 0, 2]],
        ORIGINAL.astype({"won": int}),
        ORIGINAL.assign(name=ORIGINAL["name"].iloc[::-1].tolist()),
    ],
)
def test_a_wrong_frame_is_wrong_with_all_flags_off(returned):
    assert difference(ORIGINAL, returned, rules=Rules(False, False, False, False, False)) is not None


NUMBERED = pd.DataFrame([[1, 2]])
MISSING = pd.DataFrame({"a": [1.0, NAN]})


@mark.parametrize(
    ("expected", "returned", "unchecked"),
    [
        (np.array(["a"], dtype="U1"), np.array(["a"], dtype="U5"), None),
        (NUMBERED, pd.DataFrame([[1, 2]], columns=[0, 1]), None),
        (NUMBERED, NUMBERED.set_axis([0], axis=0), None),
        (MISSING, pd.DataFrame({"a": pd.array([1, None], dtype="Int64")}), "check_col_dtypes"),
        (MISSING, pd.DataFrame({"a": [1, None]}, dtype=object), "check_col_dtypes"),
        (pd.DataFrame([[1, 2]], columns=[0, 1]), pd.DataFrame([[1, 2]], columns=[0.0, 1.0]), "check_column_type"),
    ],
    ids=["longest text", "labels in a list", "labels of rows in a list", "missing", "None", "labels of another type"],
)
def test_tables_that_say_the_same_are_equal(expected, returned, unchecked):
    assert (difference(expected, returned) is None) == (unchecked is None)
    assert unchecked is None or difference(expected, returned, rules=Rules(**{unchecked: False})) is None


def test_columns_of_one_name_are_kept_apart():
    expected = pd.DataFrame([[1, 2]], columns=["a", "a"])
    returned = pd.DataFrame([[1, 3]], columns=["a", "a"])
    for flag in (True, False):
        assert difference(expected, returned, rules=Rules(check_col_order=flag)) is not None


def test_an_index_that_says_something_belongs_to_its_row_in_any_order():
    rules = Rules(check_row_order=False)
    expected = pd.DataFrame({"chips": [3, 4]}, index=["Ada", "Bob"])
    assert difference(expected, expected.iloc[::-1], rules=rules) is None
    swapped = pd.DataFrame({"chips": [4, 3]}, index=["Ada", "Bob"])
    assert difference(expected, swapped, rules=rules) == (
        "output_0: missing rows ('Ada', 3), ('Bob', 4); unexpected rows ('Ada', 4), ('Bob', 3)"
    )
    assert difference(expected, expected.rename_axis("x"), rules=rules).startswith("output_0.index.names")


def test_rows_in_any_order_are_counted():
    expected = pd.DataFrame({"a": [1, 1, 2]})
    told = difference(expected, pd.DataFrame({"a": [1, 2, 2]}), rules=Rules(check_row_order=False))
    assert told == "output_0: missing row (1,); unexpected row (2,)"


def test_many_rows_of_nearly_equal_floats_are_paired_quickly():
    numbers = np.random.default_rng(1).random((3000, 3))
    rules = Rules(check_row_order=False)
    returned = pd.DataFrame(numbers[::-1] + 1e-12)
    assert difference(pd.DataFrame(numbers), returned, rules=rules) is None
    assert difference(pd.DataFrame(numbers), returned + 1e-3, rules=rules) is not None


cells = st.integers(-3, 3) | st.sampled_from(["a", "b"]) | st.sampled_from([0.5, NAN]) | st.none()


@mark.parametrize("value", ["numpy.array([1.0])", "pandas.DataFrame({'a': [1.0]})", "pandas.Series([1.0])"])
def test_the_first_table_that_is_met_is_compared_like_any_other(run_python, value):
    program = f"import numpy, pandas; from tester_fw.compare import difference as d; print(d({value}, {value} + 1e-9))"
    assert run_python(program) == "None\n"


@given(st.lists(st.tuples(cells, cells), min_size=1, max_size=6), st.randoms())
def test_a_shuffled_frame_is_the_same_in_any_order(rows, random):
    shuffled = list(rows)
    random.shuffle(shuffled)
    expected = pd.DataFrame(rows, columns=["a", "b"], dtype=object)
    returned = pd.DataFrame(shuffled, columns=["a", "b"], dtype=object)
    assert difference(expected, returned, rules=Rules(check_row_order=False)) is None


def test_a_series_is_compared_by_name_index_and_values():
    expected = pd.Series([1, 2], index=["a", "b"], name="chips")
    assert difference(expected, expected.rename("x")).startswith("output_0.name: expected 'chips'")
    assert difference(expected, expected.set_axis(["a", "c"])) == "output_0.index[1]: expected 'b', got 'c'"
    assert difference(expected, expected + 1) == "output_0.iloc[0]: expected 1, got 2"
    assert difference(expected, expected.head(1)) == "output_0: expected 2 values, got 1"
    assert difference(expected, expected.astype(float)).startswith("output_0: expected dtype int64")


def test_an_index_is_compared_by_values():
    assert difference(pd.Index(["a", "b"]), pd.Index(["a", "c"])) == "output_0[1]: expected 'b', got 'c'"
    assert difference(pd.Index([1], dtype="int64"), pd.Index([1], dtype="int32")) is not None
