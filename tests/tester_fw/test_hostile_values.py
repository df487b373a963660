"""No object that a function returns talks its way through a comparison."""

import numpy as np
import pandas as pd
from pytest import fixture, mark

from tester_fw.compare import difference
from tester_fw.rules import EXACT, Rules

LOOSE = Rules(check_dtype=False)
CALLS = []


def told(name):
    def method(self, *args):
        CALLS.append(name)
        return True

    return method


def liar(base):
    names = ("__eq__", "__ne__", "__len__", "__iter__", "__lt__", "__bool__", "__sub__", "__rsub__", "__abs__")
    body = {name: told(name) for name in (*names, "__getattr__", "items", "item", "dtype", "shape")}
    return type(base.__name__, (base,), {**body, "__hash__": base.__hash__, "__repr__": lambda self: "liar"})


class LyingType(type):
    """The type of types that claim to be any other type."""

    def __eq__(cls, other):
        CALLS.append("type's __eq__")
        return True

    def __hash__(cls):
        return hash(int)

    def __instancecheck__(cls, instance):
        return True


class Chameleon(metaclass=LyingType):
    def __eq__(self, other):
        CALLS.append("__eq__")
        return True

    def __hash__(self):
        return hash("a")

    @property
    def __class__(self):
        return int


class Evil:
    """Equals everything, and has the hash of "a"."""

    def __eq__(self, other):
        CALLS.append("__eq__")
        return True

    def __hash__(self):
        return hash("a")


EXPECTED = [0, 1, True, 1.5, 2j, "a", b"a", None, [1], (1,), {1}, frozenset({1}), {"a": 1}, [[1, "a"]]]


@fixture(autouse=True)
def no_calls():
    CALLS.clear()


@mark.parametrize("rules", [Rules(), LOOSE])
@mark.parametrize("expected", EXPECTED, ids=repr)
@mark.parametrize("hostile", [Evil, Chameleon])
def test_an_object_that_equals_everything_equals_nothing(expected, hostile, rules):
    assert difference(expected, hostile(), rules=rules) is not None
    assert difference([expected], [hostile()], rules=rules) is not None
    assert difference({"x": expected}, {"x": hostile()}, rules=rules) is not None
    assert CALLS == []


HELD = [2, 2.5, 3j, "b", b"b", [2], (2,), {2}, frozenset({2}), {"a": 2}]


@mark.parametrize("rules", [Rules(), LOOSE])
@mark.parametrize("expected", [1, 1.5, 2j, "a", b"a", [1], (1,), {1}, frozenset({1}), {"a": 1}], ids=repr)
def test_an_instance_of_a_subclass_is_what_it_holds_and_is_not_asked(expected, rules):
    returned = liar(type(expected))(expected)
    others = [value for value in HELD if type(value) is type(expected)] + [None, "other"]
    CALLS.clear()  # making a set or a dict may have asked
    assert difference(expected, returned, rules=rules) is None
    assert difference([expected], [returned], rules=rules) is None
    for other in others:
        assert difference(other, returned, rules=rules) is not None
    assert difference(expected, returned, rules=EXACT) is not None
    assert difference([expected], [returned], rules=EXACT) is not None
    assert CALLS == []


@mark.parametrize("rules", [Rules(), LOOSE])
@mark.parametrize("hostile", [Evil, Chameleon])
def test_a_key_or_an_item_that_equals_everything_is_not_the_one_that_is_expected(hostile, rules):
    key, item, within = {hostile(): 1}, {hostile()}, {(hostile(),)}
    CALLS.clear()
    assert difference({"a": 1}, key, rules=rules) is not None
    assert difference({"a"}, item, rules=rules) is not None
    assert difference({("a",)}, within, rules=rules) is not None
    assert CALLS == []


def test_a_class_that_calls_itself_int_is_not_int():
    impostor = type("int", (), {"__module__": "builtins", "__eq__": told("__eq__"), "__repr__": lambda s: "1"})
    assert difference(1, impostor()) == "output_0: expected 1 (int), got 1 (int)"
    assert difference(1, impostor(), rules=LOOSE) is not None
    assert CALLS == []


def test_a_class_that_calls_itself_an_array_is_not_one():
    impostor = type("int64", (), {"__module__": "numpy", "item": told("item"), "__eq__": told("__eq__")})
    for rules in (Rules(), LOOSE):
        assert difference(1, impostor(), rules=rules) is not None
        assert difference(np.int64(1), impostor(), rules=rules) is not None
    assert CALLS == []


def test_an_array_of_liars_does_not_equal_an_array_of_numbers():
    liars = np.empty(2, dtype=object)
    liars[:] = [Evil(), Evil()]
    for rules in (Rules(), LOOSE):
        assert difference(np.array([1, 2], dtype=object), liars, rules=rules) is not None
        assert difference(np.array([1, 2]), liars, rules=rules) is not None
    assert CALLS == []


def test_a_frame_of_liars_does_not_equal_a_frame_of_numbers():
    for flags in (True, False):
        rules = Rules(flags, flags, flags, flags, flags)
        assert difference(pd.DataFrame({"a": [1, 2]}), pd.DataFrame({"a": [Evil(), Evil()]}), rules=rules) is not None
        assert difference(pd.Series([1]), pd.Series([Evil()]), rules=rules) is not None
    assert "__eq__" not in CALLS


def test_the_very_same_object_equals_itself():
    evil = Evil()
    assert difference(evil, evil) is None
