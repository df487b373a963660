"""What a student reads when a test fails."""

import re
from operator import mul

import pandas as pd
from pytest import mark, raises

from tester_fw.errors import ModifiedInputError, WrongAnswerError
from tester_fw.marks import GREEN, RED
from tester_fw.messages import LONGEST, call_of, name_of, shown


def message(tester, error_class=WrongAnswerError):
    with raises(error_class) as caught:
        tester.run_test()
    return str(caught.value)


def count_bits(n):
    return None


def test_a_short_failure_is_told_in_one_line(tester_of):
    assert message(tester_of(count_bits, [{"n": 0, "output_0": 0}])) == "count_bits(n=0) returned None; expected 0"


def test_a_failure_by_type_names_the_types(tester_of):
    tester = tester_of(float, [{"x": 1, "output_0": 1}])
    tester.call = lambda: 1.0
    assert message(tester) == "float(x=1) returned 1.0 (float); expected 1 (int)"


def test_a_failure_says_where_in_the_value_it_is(tester_of):
    def translate(score):
        return {"primary": ["T", "K"]}

    assert message(tester_of(translate, [{"score": 1, "output_0": {"primary": ["T", "A"]}}])) == (
        "translate(score=1) returned {'primary': ['T', 'K']}; expected {'primary': ['T', 'A']}\n"
        "result['primary'][1]: expected 'A', got 'K'"
    )


def test_a_long_failure_has_a_line_for_each_part(tester_of):
    def identify(rank_count, hand_ranks, flush):
        return ("STRAIGHT_FLUSH", hand_ranks, 0)

    case = {"rank_count": 5, "hand_ranks": 124, "flush": False, "output_0": ("STRAIGHT", 124, 0)}
    assert message(tester_of(identify, [case])) == (
        "identify(rank_count=5, hand_ranks=124, flush=False)\n"
        "  returned ('STRAIGHT_FLUSH', 124, 0)\n"
        "  expected ('STRAIGHT', 124, 0)\n"
        "result[0]: expected 'STRAIGHT', got 'STRAIGHT_FLUSH'"
    )


def test_several_outputs_are_shown_as_the_tuple_that_they_come_in(tester_of):
    tester = tester_of(pair, [{"n": 1, "output_0": 1, "output_1": "c"}])
    assert message(tester) == "pair(n=1) returned (1, 'b'); expected (1, 'c')\nresult[1]: expected 'c', got 'b'"


def test_an_output_with_a_name_of_its_own_is_called_by_it(tester_of):
    tester = tester_of(pair, [{"n": 1, "output_0": 1, "suit": "c"}], outputs={"output_0": {}, "suit": {}})
    assert message(tester).endswith("\nsuit: expected 'c', got 'b'")


def pair(n):
    return (1, "b")


def test_outputs_that_do_not_come_as_a_tuple_are_named(tester_of):
    def get_reductions(hand):
        return None

    tester = tester_of(get_reductions, [{"hand": 0, "flush": False, "ranks": 1}], outputs={"flush": {}, "ranks": {}})
    assert message(tester) == ("get_reductions(hand=0) returned None; expected a tuple of 2 values (flush, ranks)")


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


def test_a_failure_shows_the_inputs_as_they_were_before_the_call(tester_of):
    def emptied(items):
        items.clear()
        return 0

    assert "emptied(items=[1, 2]) returned 0" in message(tester_of(emptied, [{"items": [1, 2], "output_0": 2}]))


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


def test_a_call_is_written_as_in_the_notebook():
    assert call_of("f", {"a": 1, "b": "x"}) == "f(a=1, b='x')"


def test_an_object_that_raises_when_asked_for_its_name_is_called_func():
    class Proxy:
        @property
        def __name__(self):
            raise ValueError

    assert name_of(Proxy()) == "func"
    assert name_of(count_bits) == "count_bits"


def _luminance(number):
    """Of one of the 216 colours of a terminal's cube, as WCAG 2 defines it."""
    levels = (0, 95, 135, 175, 215, 255)
    parts = [levels[(number - 16) // step % 6] / 255 for step in (36, 6, 1)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(map(mul, (0.2126, 0.7152, 0.0722), linear))


@mark.parametrize("colour", [RED, GREEN])
def test_what_differs_can_be_read_on_every_theme(colour):
    ink, ground = (int(code) for code in re.fullmatch(r"38;5;(\d+);48;5;(\d+);1", colour).groups())
    assert (_luminance(ground) + 0.05) / (_luminance(ink) + 0.05) >= 4.5
