"""What a student reads when a test fails."""

import re

import pandas as pd
from pytest import mark, raises

from tester_fw.errors import ModifiedInputError, WrongAnswerError
from tester_fw.marks import GREEN, RED
from tester_fw.messages import LONGEST, name_of, shown
from tests.contrast import contrast


def message(tester, error_class=WrongAnswerError):
    with raises(error_class) as caught:
        tester.run_test()
    return str(caught.value)


def named(name, value):
    """Return a function of this name that returns a value, whatever it is given."""

    def function(**inputs):
        return value

    function.__name__ = name
    return function


@mark.parametrize(
    ("func", "case", "outputs", "told"),
    [
        (named("count_bits", None), {"n": 0, "output_0": 0}, ["output_0"], "count_bits(n=0) returned None; expected 0"),
        (named("half", 1.0), {"x": 1, "output_0": 1}, ["output_0"], "half(x=1) returned 1.0 (float); expected 1 (int)"),
        (
            named("translate", {"primary": ["T", "K"]}),
            {"score": 1, "output_0": {"primary": ["T", "A"]}},
            ["output_0"],
            "translate(score=1) returned {'primary': ['T', 'K']}; expected {'primary': ['T', 'A']}\n"
            "result['primary'][1]: expected 'A', got 'K'",
        ),
        (
            named("identify", ("STRAIGHT_FLUSH", 124, 0)),
            {"rank_count": 5, "hand_ranks": 124, "flush": False, "output_0": ("STRAIGHT", 124, 0)},
            ["output_0"],
            "identify(rank_count=5, hand_ranks=124, flush=False)\n"
            "  returned ('STRAIGHT_FLUSH', 124, 0)\n"
            "  expected ('STRAIGHT', 124, 0)\n"
            "result[0]: expected 'STRAIGHT', got 'STRAIGHT_FLUSH'",
        ),
        (
            named("pair", (1, "b")),
            {"n": 1, "output_0": 1, "output_1": "c"},
            ["output_0", "output_1"],
            "pair(n=1) returned (1, 'b'); expected (1, 'c')\nresult[1]: expected 'c', got 'b'",
        ),
        (
            named("pair", (1, "b")),
            {"n": 1, "output_0": 1, "suit": "c"},
            ["output_0", "suit"],
            "pair(n=1) returned (1, 'b'); expected (1, 'c')\nsuit: expected 'c', got 'b'",
        ),
        (
            named("get_reductions", None),
            {"hand": 0, "flush": False, "ranks": 1},
            ["flush", "ranks"],
            "get_reductions(hand=0) returned None; expected a tuple of 2 values (flush, ranks)",
        ),
    ],
    ids=["short", "of another type", "within a value", "long", "several outputs", "outputs with names", "no tuple"],
)
def test_a_failure_says_what_came_what_should_have_and_where_they_differ(tester_of, func, case, outputs, told):
    assert message(tester_of(func, [case], outputs={name: {} for name in outputs})) == told


def test_a_changed_input_is_shown_before_and_after(tester_of):
    def reverse_dict(d):
        d.clear()
        return {}

    tester = tester_of(reverse_dict, [{"d": {"a": 1}, "output_0": {}}], inputs={"d": {"check_modified": True}})
    assert message(tester, ModifiedInputError) == (
        "d was changed by reverse_dict: it was {'a': 1} and is now {}\n"
        "d: missing key 'a'\n"
        "This came from reverse_dict(d={'a': 1})."
    )


@mark.parametrize(
    "value",
    [list(range(10**5)), {n: n for n in range(10**5)}, "x" * 10**5, 10**4000, {1: {2: ["y" * 500] * 50}}],
    ids=["list", "dict", "str", "int", "nested"],
)
def test_large_values_are_shortened(value):
    assert len(shown(value)) <= LONGEST


def test_a_failure_over_large_values_stays_short(tester_of):
    huge = {"a" * 1000: list(range(1000)), "b" * 1000: ["c" * 1000] * 1000}
    text = message(tester_of(lambda d: {**huge, 1: 2}, [{"d": huge, "output_0": huge}]))
    assert len(text) < 2500


class RaisingRepr:
    def __repr__(self):
        raise ValueError("no")


class HugeRepr:
    def __repr__(self):
        return "z" * 10**6


class StrangeText(str):
    def __len__(self):
        raise ValueError("no")

    def __getitem__(self, index):
        raise ValueError("no")

    __contains__ = split = __str__ = __format__ = __getitem__


class StrangeRepr:
    def __repr__(self):
        return StrangeText("strange")


class LyingName(type):
    @property
    def __name__(cls):
        raise ValueError("no")

    @property
    def __module__(cls):
        raise ValueError("no")


class Nameless(metaclass=LyingName):
    def __repr__(self):
        raise ValueError("no")


@mark.parametrize("hostile", [RaisingRepr(), HugeRepr(), StrangeRepr(), Nameless()], ids=lambda x: "")
def test_a_message_survives_any_repr(tester_of, hostile):
    text = message(tester_of(lambda n: hostile, [{"n": 0, "output_0": 0}]))
    assert text.startswith("<lambda>(n=0)")
    assert "expected 0 (int)" in text
    assert len(text) < 1000


def test_a_raising_repr_is_replaced_by_the_name_of_the_class():
    assert shown(RaisingRepr()).startswith("<RaisingRepr instance at ")
    assert shown([[Nameless()]]).endswith("list object that cannot be shown>")


def test_a_repr_of_many_lines_is_shown_on_one():
    class Table:
        def __repr__(self):
            return "a b\n1 2"

    assert shown(Table()) == "a b 1 2"


def test_a_text_keeps_its_spaces():
    assert shown("a  b\n c") == r"'a  b\n c'"


def test_tables_are_shown_by_size_and_names():
    assert shown(pd.DataFrame({"a": [1, 2], "b": [3, 4]})) == "<DataFrame of 2 rows, columns ['a', 'b']>"
    assert shown(pd.Series([1, 2])) == "<Series of 2 values, dtype int64: [1, 2]>"
    assert shown({"t": pd.DataFrame({"a": [1]})}) == "{'t': <DataFrame of 1 rows, columns ['a']>}"


def test_an_object_that_raises_when_asked_for_its_name_is_called_func():
    class Proxy:
        @property
        def __name__(self):
            raise ValueError

    assert name_of(Proxy()) == "func"
    assert name_of(shown) == "shown"


def _rgb(number):
    """Of one of the 216 colours of a terminal's cube."""
    levels = (0, 95, 135, 175, 215, 255)
    return [levels[(number - 16) // step % 6] / 255 for step in (36, 6, 1)]


@mark.parametrize("colour", [RED, GREEN])
def test_what_differs_can_be_read_on_every_theme(colour):
    ink, ground = (int(code) for code in re.fullmatch(r"38;5;(\d+);48;5;(\d+);1", colour).groups())
    assert contrast(_rgb(ink), _rgb(ground)) >= 4.5
    assert sum(_rgb(ink)) < sum(_rgb(ground))
