"""Instances of subclasses of builtin types: data by what their base type holds, whatever their class says of it."""

import copy
import json
import math
import operator
import pickle
import socket
from collections import Counter, OrderedDict, defaultdict, deque
from fractions import Fraction

import msgpack
import numpy as np
from pytest import fixture, mark, raises

from nbproctor.examination.examiner.candidate_link import Link
from nbproctor.examination.examiner.proxies import PlainInstance, Proxy
from nbproctor.examination.examiner.rehearsal.reference_uses import CALL, Origin, UseChecker, UseRecorder
from nbproctor.examination.examiner.rehearsal.refusals import CandidateGone, NotPlainDataError
from nbproctor.examination.wire.channel import Channel
from nbproctor.examination.wire.codec import Codec
from nbproctor.marking.class_grading import ClassGrading
from tests.plain_course import hand_in, make_plain_course

# Every class lies about all that a test may ask of its instances.
LIARS = """
from collections import Counter, OrderedDict, defaultdict, deque
class Lies:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    __lt__ = __le__ = __gt__ = __ge__ = __eq__
    def __len__(self): return 3
    def __bool__(self): return True
    def __hash__(self): return hash((1, 2, 3))
    def __iter__(self): return iter([1, 2, 3])
    def __getitem__(self, key): return Always()
    def __contains__(self, item): return True
    def __missing__(self, key): return Always()
    def __add__(self, other): return other
    __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __and__ = __rand__ = __or__ = __ror__ = __xor__ = __add__
    def __abs__(self): return 0
    def __int__(self): return 9
    def __float__(self): return 9.0
    def __index__(self): return 9
    def __call__(self, *args): return True
    def lower(self): return "right"
    def index(self, *args): return 1
    count = __call__
    def get(self, *args): return Always()
    def items(self): return [(1, 2)]
    keys = values = copy = most_common = items
    upper = strip = split = lower
class Always(Lies): pass
kinds = [int, float, complex, str, bytes, tuple, frozenset, list, dict, set, bytearray, Counter, OrderedDict, deque]
kinds += [defaultdict]
made = {kind.__name__: type(f"My{kind.__name__.title()}", (Lies, kind), {}) for kind in kinds}
def liar(name, *args): return made[name](*args)
"""
CONTENTS = {
    "int": 5,
    "float": 0.5,
    "complex": 2j,
    "str": "Wrong",
    "bytes": b"wrong",
    "tuple": (4, 5),
    "frozenset": frozenset({4}),
    "list": [4, [5]],
    "dict": {"a": 4},
    "set": {4},
    "bytearray": bytearray(b"4"),
    "Counter": Counter("aab"),
    "OrderedDict": OrderedDict(b=1, a=2),
    "deque": deque([4, 5]),
}
OTHERS = [
    9,
    9.0,
    "right",
    b"right",
    (1, 2, 3),
    [1, 2, 3],
    {1: 2},
    {1, 2, 3},
    True,
    None,
    ...,
]


@fixture(scope="module")
def liar(lasting_student):
    return lasting_student(LIARS).liar


@fixture(scope="module", params=CONTENTS)
def instance(request, liar):
    content = CONTENTS[request.param]
    made = liar(request.param, list(content.items()) if request.param == "OrderedDict" else content)
    return made, content


def test_an_instance_is_what_its_base_type_holds(instance):
    made, content = instance
    assert isinstance(made, PlainInstance)
    assert isinstance(made, type(content))
    assert type(made).__name__ == f"My{type(content).__name__.title()}"
    assert (made == content, content == made, made != content) == (True, True, False)


@mark.parametrize("other", OTHERS, ids=repr)
def test_an_instance_equals_nothing_else_whatever_its_class_says(instance, other):
    made, _ = instance
    for left, right in ((made, other), (other, made)):
        assert left != right
        assert [left] != [right]
        assert {"a": left} != {"a": right}


def test_the_operations_of_the_base_type_look_at_what_it_holds(instance):
    made, content = instance
    for operation in (len, list, sorted, sum, bool, abs, float, hash, json.dumps):
        if operation is json.dumps and not isinstance(content, (int, float, str, tuple)):
            continue  # which takes a list only if it is one
        if operation is float and not isinstance(content, (int, float)):
            continue  # which looks for a method that the base type lacks
        try:
            expected = operation(content)
        except TypeError:
            continue
        assert operation(made) == expected, operation
    for method in ("lower", "upper", "split", "count", "index", "items", "keys", "get", "most_common", "hex", "real"):
        args = {"count": [4], "index": [4], "get": ["nothing"]}.get(method, [])
        if isinstance(content, (str, bytes, bytearray)) and args:
            continue
        found = getattr(content, method, None)
        try:
            expected = found(*args) if callable(found) else found
        except (TypeError, ValueError):
            continue
        if found is not None:
            given = getattr(made, method)
            assert (given(*args) if callable(given) else given) == expected, method


def test_an_instance_shows_itself_as_its_base_type_does(instance):
    made, content = instance
    assert repr(made) == repr(type(type(made).__name__, (type(content),), {})(content))


def test_a_liar_among_numbers_does_not_pass_for_another(liar):
    number = liar("float", 1.0)
    assert not math.isclose(number, 9.0)
    assert abs(number - 9.0) == 8.0
    assert np.float64(1.0) == number
    assert abs(liar("int", 3) - 10) == 7
    with raises(AssertionError):
        np.testing.assert_allclose(number, 9.0)


@mark.parametrize("operation", [operator.lt, operator.le, operator.gt, operator.ge])
def test_an_order_is_that_of_the_base_type(liar, operation):
    for name, content, other in (("int", 5, 9), ("str", "b", "a"), ("tuple", (1, 2), (1, 3)), ("list", [2], [1, 9])):
        assert operation(liar(name, content), other) == operation(content, other)
        assert operation(other, liar(name, content)) == operation(other, content)


@mark.parametrize(
    ("code", "differs"),
    [
        ("namedtuple('Pair', 'a b')(1, 2)", False),
        ("IntEnum('Rank', 'TWO')(1)", False),
        ("type('Stack', (list,), {'push': list.append, '__init__': lambda self: None, 'append': print})()", False),
        ("type('Card', (tuple,), {'__eq__': lambda self, other: False})()", True),
        ("type('Name', (str,), {'lower': lambda self: 'x'})()", True),
        ("type('Votes', (Counter,), {'__getattribute__': object.__getattribute__})()", True),
    ],
)
def test_a_method_in_place_of_the_base_types_is_noted(student, code, differs):
    here = student(f"from collections import *\nfrom enum import *\ndef f(): return {code}")
    assert isinstance(here.f(), PlainInstance)
    assert here.link.has_kept_back or not differs
    assert here.link.has_changed_copies([]) is differs
    here.link.begin()
    assert here.link.has_changed_copies([]) is False


def test_what_an_item_is_the_base_type_says_and_what_is_missing_the_class(liar):
    assert liar("list", [4, 5])[1] == 5
    assert liar("tuple", (4, 5))[1] == 5
    assert liar("dict", {"a": 4})["a"] == 4
    assert 9 not in liar("list", [4])
    assert 9 not in liar("dict", {})
    assert isinstance(liar("dict", {})["a"], Proxy)  # no data, and equal to none
    assert liar("dict", {})["a"] != 4


NAMED = """
from collections import namedtuple, defaultdict
from enum import Enum, IntEnum, StrEnum
Pair = namedtuple("Pair", "first second")
class Suit(Enum):
    HEARTS = "h"
    @property
    def symbol(self): return "♥"
class Rank(IntEnum):
    TWO, ACE = 2, 14
class Colour(StrEnum):
    RED = "red"
class Stack(list):
    def push(self, item):
        self.append(item)
        return self
    def fill(self, made): self[:] = made()
def pair(*of): return Pair(*of)
def stack(*of): return Stack(of)
def grows():
    kept.append(1)
    return kept
kept = Stack()
def is_same(one, other): return one is other
class Many(defaultdict):
    def total(self): return sum(map(len, self.values()))
def many(): return Many(list)
def own_many(): return Many(lambda: 3)
class Money(int):
    def __add__(self, other): return Money(int(self) + int(other))
"""


@fixture
def named(student):
    here = student(NAMED)
    return lambda *names: [here.link.names([name], [])[name] for name in names]


def test_a_namedtuple_is_a_tuple_with_names(named):
    Pair, is_same = named("Pair", "is_same")
    one = Pair(1, 2)
    assert (one == (1, 2), one.second, one[0], len(one), hash(one)) == (True, 2, 1, 2, hash((1, 2)))
    first, second = one
    assert (first, second, (*one, 3), one._asdict(), one._replace(first=5)) == (
        1,
        2,
        (1, 2, 3),
        {"first": 1, "second": 2},
        (5, 2),
    )
    assert isinstance(one, Pair)
    assert not isinstance((1, 2), Pair)
    assert type(one) == Pair  # noqa: E721 - as tests write it
    assert repr(one) == "Pair(first=1, second=2)"
    assert "%s and %s" % one == "1 and 2"  # noqa: UP031 - which takes a tuple and nothing else
    assert is_same(one, one)
    assert copy.copy(one) == copy.deepcopy(one) == one
    with raises(TypeError, match="cannot be pickled"):
        pickle.dumps(one)
    assert {one: "a"}[1, 2] == "a"
    with raises(AttributeError, match="third"):
        one.third  # noqa: B018


def test_an_instance_with_something_that_can_change_is_looked_at_anew(named):
    (pair,) = named("pair")
    one = pair([1], {"a": 2})
    one.first.append(5)  # a copy's
    assert one == ([1], {"a": 2})
    assert isinstance(one, tuple)
    assert (one[0], len(one), list(one)) == ([1], 2, [[1], {"a": 2}])
    assert one == pair([1], {"a": 2})


def test_members_of_an_enumeration_are_one_object_however_they_come(named):
    Suit, Rank, Colour = named("Suit", "Rank", "Colour")
    assert Suit("h") is Suit.HEARTS
    assert (Suit.HEARTS.symbol, Suit("h").name) == ("♥", "HEARTS")
    assert Rank(14) is Rank.ACE
    assert (Rank.ACE == 14, Rank.ACE > Rank.TWO, Rank.ACE.name, str(Rank.ACE)) == (True, True, "ACE", "14")
    assert (["a", "b", "c"][Rank.TWO], list(range(Rank.TWO)), np.arange(3)[Rank.TWO]) == ("c", [0, 1], 2)
    assert (Colour.RED == "red", "".join([Colour.RED]), Colour.RED.title()) == (True, "red", "Red")


def test_a_list_of_the_students_changes_where_it_is(named):
    stack, grows, is_same = named("stack", "grows", "is_same")
    made = stack(1)
    assert made.push(2).push(3) is made
    assert made == [1, 2, 3]
    made.append(4)
    made[0] = 9
    del made[1]
    assert (made == [9, 3, 4], made.pop(), made[:], [0] + made, made + [0]) == (  # noqa: RUF005
        True,
        4,
        [9, 3],
        [0, 9, 3],
        [9, 3, 0],
    )
    assert (made, made.index(3), is_same(made, made)) == ([9, 3], 1, True)
    made.fill(lambda: [5])
    assert made == [5]
    with raises(TypeError, match="unhashable"):
        hash(made)
    kept = grows()
    assert len(kept) == 1
    grows()
    assert len(kept) == 2


def test_what_a_mapping_makes_of_a_missing_key_is_the_students(named):
    many, own = named("many", "own_many")
    made = many()
    made["a"].append(1)  # a copy's
    assert (made == {"a": []}, made["b"], made.total()) == (True, [], 0)
    assert own()["x"] == 3  # no content that could travel: an object like any other
    assert own() != {}


def test_an_overridden_operator_is_not_asked(named):
    (Money,) = named("Money")
    assert Money(3) + 4 == 7
    assert not isinstance(Money(3) + 4, Money)


@mark.all
def test_very_many_instances_are_all_right(named, student):
    here = student(
        "from collections import namedtuple\nP = namedtuple('P', 'a b')\ndef f(n): return [P(i, i) for i in range(n)]"
    )
    assert here.f(20_000) == [(i, i) for i in range(20_000)]
    huge = student("class Big(int): pass\ndef f(): return [Big(10**600_000), Big(7)]\ndef g(): return Big(10**600_000)")
    for number in (huge.f()[0], huge.g()):
        with raises(TypeError, match="too large"):
            number == 1  # noqa: B015
    assert huge.f()[1] == 7


def test_an_instance_too_deep_for_the_wire_is_an_object(student):
    here = student("class T(tuple): pass\ndef f(n):\n    t = T()\n    for _ in range(n): t = T([t])\n    return t")
    deep = here.f(200)
    assert isinstance(deep, tuple)
    for _ in range(30):
        deep = deep[0]
    assert not isinstance(deep, tuple) or len(deep) == 1


def test_a_list_that_holds_itself_can_be_looked_at(student):
    made = student("class L(list): pass\ndef f():\n    made = L([1])\n    made.append(made)\n    return made").f()
    assert made[1][1][1][0] == 1
    assert made[1] is made


# Where one kernel gives other points.

GRADED = {
    # name: what is handed in, what it earns, and whether a person is asked
    "right": ("def hand(): return (14, 's')", 1, False),
    "named": (
        "from collections import namedtuple\ndef hand(): return namedtuple('Card', 'rank suit')(14, 's')",
        1,
        False,
    ),
    "lies": ("class Card(tuple):\n    def __eq__(self, other): return True\ndef hand(): return Card()", 0, True),
    "equals-nothing": (
        "class Card(tuple):\n    def __eq__(self, other): return False\ndef hand(): return Card((14, 's'))",
        0,
        False,
    ),
    "a-list-of-its-own": ("class Card(list): pass\ndef hand(): return Card([14, 's'])", 0, False),
    "wrong": ("def hand(): return (2, 's')", 0, False),
}


@mark.all
def test_one_kernel_grades_too_what_has_a_method_in_place_of_the_base_types(tmp_path):
    course = make_plain_course(tmp_path / "course", {"ex": (GRADED["right"][0], "assert hand() == (14, 's')")})
    for student, (answer, _, _) in GRADED.items():
        hand_in(course, tmp_path / "submitted" / student / "kinds", {"ex": answer})
    results = ClassGrading(course, "kinds", tmp_path / "submitted", tmp_path / "graded").run()
    found = {submission.student: result.exercises[0] for submission, result in results}
    assert {student: (one.earned, bool(one.disputed)) for student, one in found.items()} == {
        student: (earned, is_asked) for student, (_, earned, is_asked) in GRADED.items()
    }


@mark.all
def test_what_only_one_kernel_can_look_into_is_for_a_person_to_decide(tmp_path):
    solution, test = "def hand(): return [14, 's']", "import json\nassert json.dumps(hand()) == '[14, \"s\"]'"
    course = make_plain_course(tmp_path / "course", {"ex": (solution, test)})
    hand_in(
        course,
        tmp_path / "submitted" / "own" / "kinds",
        {"ex": f"class Cards(list): pass\n{solution.replace('[14', 'Cards([14').replace(']', '])')}"},
    )
    ((_, result),) = ClassGrading(course, "kinds", tmp_path / "submitted", tmp_path / "graded").run()
    assert (result.exercises[0].earned, bool(result.exercises[0].disputed)) == (0, True)


# A candidate that sends what is none.


class Told:
    def __init__(self, *parts, content=None):
        self.data = msgpack.packb(list(parts))
        self.content = content


def refer(value):
    return (value.data, value.content) if value.content is not None else value.data


@fixture
def told():
    """What the examiner gets when a candidate returns these, one after the other."""
    ends = []

    def tell(*values, uses=None, message=None, then=(), codec=None):
        ours, theirs = socket.socketpair()
        channel = Channel(theirs, codec or Codec(refer))
        if message is not None:
            channel.send(message)
        for value in (*values, *then):
            channel.send(["applied", "returned", value, {}, [], False])
        theirs.shutdown(socket.SHUT_WR)
        link = Link(ours, uses=uses)
        ends.extend([link, channel])
        return link

    yield tell
    for end in ends:
        end.close()


def called(link):
    return link.apply("call", Proxy(link, "f", Origin.named("f")))


def instance_of(base, content=None, own=(), key=7):
    return Told(key, "Own", None, False, base, list(own), False, content=content)


@mark.parametrize(
    "value",
    [
        instance_of("int", "5"),
        instance_of("str", 5),
        instance_of("int", True),
        instance_of("tuple", [1]),
        instance_of("list", [1]),
        instance_of("object"),
        instance_of("ndarray"),
        instance_of("tuple", instance_of("tuple", (1,), key=8)),
        instance_of("int", 5, [5]),
        Told(7, "Own", None, False, "int", [], content=5),
        Told(7, "Own", None, False, "int", content=5),
        Told(7, "Own", None, False, content=5),
        Told(0, content=5),
    ],
    ids=lambda value: f"{msgpack.unpackb(value.data)[4:]}-{type(value.content).__name__}",
)
def test_an_instance_that_is_none_ends_the_conversation(told, value):
    link = told(value)
    with raises(CandidateGone):
        called(link)
    assert link.is_closed


def test_no_method_is_asked_that_the_base_type_has_whatever_the_candidate_tells(told):
    own = [
        "__eq__",
        "__lt__",
        "__len__",
        "__add__",
        "__getattribute__",
        "__class__",
        "__reduce__",
        "__del__",
        "nothing",
    ]
    for value in (instance_of("tuple", (1, 2), own), instance_of("int", 5, own, key=8)):
        made = called(told(value))
        assert made != 9
        assert (made == (1, 2)) is isinstance(made, tuple)


def test_one_number_with_another_content_is_another_instance(told):
    link = told(instance_of("int", 5), instance_of("int", 6), instance_of("int", 6), instance_of("str", "6"))
    five, six, again, text = (called(link) for _ in range(4))
    assert (five, six, text) == (5, 6, "6")
    assert again is six


def test_an_instance_in_place_of_a_messages_part_is_what_it_holds(told):
    changed = {0: Codec().encode([[1, 2], {}])}
    link = told(message=["applied", "returned", 5, instance_of("dict"), [], False], then=[changed] * 9)
    passed = [0]
    assert link.apply("call", Proxy(link, "f", Origin.named("f")), passed) == 5
    assert passed == [1, 2]
    link = told(message=["applied", "returned", 5, instance_of("dict"), [], False], then=[{}])
    assert called(link) == 5


@mark.parametrize("value", [deque([1]), Fraction(1, 2), defaultdict(int), np.int64(5)], ids=lambda value: repr(value))
def test_a_list_of_the_students_is_no_part_of_a_value_of_another_type(told, value):
    class Live(Codec):
        def pack(self, parts):  # in which a list or dict is an instance
            is_part = self._depth and type(parts) is list
            return super().pack([instance_of("list"), *parts[1:]] if is_part else parts)

    link = told(codec=Live(refer), message=["applied", "returned", value, {}, [], False])
    with raises(CandidateGone):
        called(link)


# What the reference gave.


@fixture
def uses():
    recorder = UseRecorder()
    recorder.gave_data(Origin.named("f"), CALL, (1, 2))
    recorder.took(Origin.named("pair"), CALL, "Pair")
    return UseChecker(recorder.uses)


def test_where_data_is_due_an_instance_is_data_and_nothing_else(told, uses):
    made = called(told(instance_of("tuple", (1, 2), ["__call__", "__repr__"]), uses=uses))
    assert made == (1, 2)
    assert repr(made) == "(1, 2)"
    assert not callable(made)
    assert copy.deepcopy(made) == (1, 2)
    with raises(AttributeError, match="'Own' object has no attribute 'second'"):
        made.second  # noqa: B018


def test_where_data_is_due_a_list_with_methods_is_a_list(told, uses):
    content = [1, Told(9, "Fake", 9, True)]
    link = told(instance_of("list"), [1, 2], [1, 2], None, content, uses=uses)
    made = called(link)
    assert made == [1, 2]
    assert made[0] == 1
    made[0] = 3
    with raises(NotPlainDataError, match=r"An item of f\(\) is a Fake object; a test needs plain data here$"):
        list(made)


def test_an_object_in_an_instance_is_refused_where_data_is_due(told, uses):
    with raises(NotPlainDataError):
        called(told(instance_of("tuple", (1, Told(9, "Fake", 9, True))), uses=uses))
