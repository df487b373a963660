"""Calls from here to a student's code in a candidate's process: what goes there, and what comes back."""

import builtins
import math
import operator
import os
import signal
import socket
import struct
import threading
import time
from collections import Counter, OrderedDict, defaultdict, deque
from contextlib import suppress
from pathlib import Path

import msgpack
import numpy as np
import pandas as pd
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pytest import fixture, mark, raises

from nbproctor.examination.candidate import candidate
from nbproctor.examination.examiner.candidate_link import Link
from nbproctor.examination.examiner.proxies import Proxy
from nbproctor.examination.examiner.rehearsal.refusals import CandidateGone
from nbproctor.examination.wire.channel import Channel
from nbproctor.examination.wire.codec import Codec
from nbproctor.examination.wire.messages.exam_messages import NAMES, REPLACED
from nbproctor.examination.wire.wire_bounds import MAX_BYTES
from nbproctor.system.printable import without_terminal_codes


@fixture(scope="module")
def anyone(lasting_student):
    """A student whose functions do what they are told."""
    return lasting_student(
        "import numpy as np, pandas as pd",
        "def same(x): return x",
        "def shown(x): return repr(x), type(x).__name__",
        "def do(source, /, **names): exec(source, names)",
    )


# Arguments.


def test_arguments_pass_by_position_and_by_name(student):
    f = student("def f(a, b=2, /, *rest, c, d=4, **others): return a, b, rest, c, d, others").f
    assert f(1, c=3) == (1, 2, (), 3, 4, {})
    assert f(5, 6, 7, 8, c=9, e=10) == (5, 6, (7, 8), 9, 4, {"e": 10})


def test_a_parameter_may_have_any_name(student):
    names = ["self", "function", "operation", "proxy", "args", "kwargs", "name", "link", "obj"]
    here = student(*(f"def f_{name}({name}): return {name}" for name in names))
    for name in names:
        assert getattr(here, f"f_{name}")(**{name: name}) == name


def test_a_call_with_the_wrong_arguments_is_a_type_error_that_names_the_function(student):
    f = student("def f(a): return a").f
    with raises(TypeError, match=r"f\(\) missing 1 required positional argument: 'a'"):
        f()


def test_arguments_pass_by_value(student):
    here = student("kept = []\ndef keep(x): kept.append(x)\ndef look(): return kept")
    value = [1, {"a": [2]}]
    here.keep(value)
    value[1]["a"].append(3)
    assert here.look() == [[1, {"a": [2]}]]


@mark.parametrize(
    "value",
    [2**100, -0.0, 1j, True, "♠\ud800", b"\0", None, ..., (1, [2]), {3, 4}, frozenset({5}), {(6, 7): None}],
    ids=repr,
)
def test_a_plain_value_goes_there_and_back_as_it_was(anyone, value):
    assert repr(anyone.same(value)) == repr(value)
    assert anyone.shown(value) == (repr(value), type(value).__name__)


def test_arrays_and_tables_go_there_and_back_as_they_were(anyone):
    same = anyone.same
    frame = pd.DataFrame({"a": [1.5, None], "b": ["x", None]}, index=[3, 4])
    np.testing.assert_array_equal(same(np.arange(6).reshape(2, 3)), np.arange(6).reshape(2, 3), strict=True)
    pd.testing.assert_frame_equal(same({"frame": frame})["frame"], frame)
    pd.testing.assert_series_equal(same(frame["a"]), frame["a"])


def test_an_object_of_the_test_that_is_not_plain_data_cannot_be_passed(student):
    f = student("def f(*args, **kwargs): return 1").f
    for call in (lambda: f(socket.socket()), lambda: f([1, (math,)]), lambda: f(a={1: (lambda: 1).__code__})):
        with raises(TypeError, match="of the test cell cannot be passed to the student's code"):
            call()
    assert f(1) == 1


# What a function changes of its arguments.

CHANGES = {
    "append to a list": (lambda: [1, 2], "x.append(3)"),
    "sort a list": (lambda: [3, 1, 2], "x.sort()"),
    "empty a list": (lambda: [1], "x.clear()"),
    "delete from a list": (lambda: [1, 2, 3], "del x[1]"),
    "set a key": (lambda: {"a": 1}, "x['b'] = 2"),
    "delete a key": (lambda: {"a": 1, "b": 2}, "del x['a']"),
    "reorder keys": (lambda: {"a": 1, "b": 2}, "x['a'] = x.pop('a')"),
    "add to a set": (lambda: {1}, "x.add(2)"),
    "discard from a set": (lambda: {1, 2}, "x.discard(1)"),
    "count": (lambda: Counter("aab"), "x['a'] -= 5; x['c'] += 1"),
    "move to an end": (lambda: OrderedDict(a=1, b=[2]), "x.move_to_end('a'); x['b'].append(3)"),
    "look a default up": (lambda: defaultdict(list, a=[1]), "x['a'].append(2); x['b'].append(3)"),
    "rotate a deque": (lambda: deque([1, [2], 3], maxlen=3), "x.rotate(1); x.append([4]); x[1].append(5)"),
    "overwrite a bytearray": (lambda: bytearray(b"ab"), "x[0] = 65; x += b'c'"),
    "assign to an array": (lambda: np.zeros((2, 2)), "x[0, 1] = 7"),
    "sort an array": (lambda: np.array([3, 1, 2]), "x.sort()"),
    "assign to an array of objects": (lambda: np.array([1, "a"], dtype=object), "x[1] = [2]"),
    "assign to a series": (lambda: pd.Series([1, 2], name="n"), "x.iloc[0] = 5"),
    "name a series": (lambda: pd.Series([1, 2], name="n"), "x.name = 'm'; x.index = ['a', 'b']"),
    "add a column": (lambda: pd.DataFrame({"a": [1, 2]}), "x['b'] = 3"),
    "delete a column": (lambda: pd.DataFrame({"a": [1], "b": [2]}), "del x['a']"),
    "assign to a cell": (lambda: pd.DataFrame({"a": [1, 2]}), "x.loc[0, 'a'] = 9"),
    "add a row": (lambda: pd.DataFrame({"a": [2, 1]}), "x.loc['new'] = 3"),
}


def done_here(change, x):
    exec(change, {"x": x})
    return x


def is_same(one, other):
    return type(one) is type(other) and Codec().encode(one) == Codec().encode(other)


@mark.parametrize("name", CHANGES)
def test_an_argument_that_a_function_changed_is_changed_here(anyone, name):
    make, change = CHANGES[name]
    argument = make()
    anyone.do(change, x=argument)
    assert is_same(argument, done_here(change, make()))


@mark.parametrize("name", CHANGES)
def test_an_argument_is_changed_here_also_if_the_call_raises_and_deep_inside(anyone, name):
    make, change = CHANGES[name]
    inner = make()
    argument = [0, ({"a": inner},)]
    with raises(ValueError):
        anyone.do(f"x = y[1][0]['a']\n{change}\nraise ValueError", y=argument)
    assert is_same(inner, done_here(change, make()))
    assert argument[1][0]["a"] is inner


def test_the_rows_of_a_board_stay_the_same_lists(student):
    f = student("def f(board):\n    board[1][0] = 'x'\n    board.append([])").f
    board = [["."], ["."]]
    first, second = board
    f(board)
    assert board == [["."], ["x"], []]
    assert (board[0] is first, board[1] is second) == (True, True)


def test_parts_of_an_argument_that_moved_stay_the_same_objects(student):
    f = student("def f(x):\n    x['lists'].reverse()\n    x['first'] = x['lists'][0]").f
    one, two = [1], [2]
    argument = {"lists": [one, two]}
    f(argument)
    assert argument["lists"] == [[2], [1]]
    assert (argument["lists"][0] is two, argument["lists"][1] is one, argument["first"] is two) == (True, True, True)
    assert (one, two) == ([1], [2])


def test_a_list_that_was_put_into_itself_is_in_itself_here(student):
    argument = []
    student("def f(x): x.append(x)").f(argument)
    assert argument[0] is argument


def test_a_list_that_was_passed_twice_is_changed_by_either(student):
    f = student("def f(a, b): b.append(1)").f
    both = []
    f(both, both)
    assert both == [1]


def test_what_a_function_put_into_an_argument_may_be_no_data(student):
    argument = [0]
    student("class Card: pass\ndef f(x): x.append(Card())").f(argument)
    assert isinstance(argument[1], Proxy)
    assert type(argument[1]).__name__ == "Card"


def test_arguments_that_a_function_did_not_change_are_not_touched(student):
    f = student("def f(changed, frame, read_only, data): changed.append(frame.sum().sum() + read_only.sum())").f
    part = (1000, "x")
    changed, frame, array, data = [], pd.DataFrame({"a": [1, 2]}), np.arange(3), {"a": [part], "b": {part}}
    array.flags.writeable = False
    manager, inner = frame._mgr, data["a"]
    f(changed, frame, array, data)
    assert changed == [6]
    assert frame._mgr is manager
    assert (data["a"] is inner, inner[0] is part, next(iter(data["b"])) is part) == (True, True, True)


# Exceptions.

RAISED = [
    "ValueError('no')",
    "ValueError('no', 1, None)",
    "AssertionError()",
    "KeyError('k')",
    "KeyError((1, 2))",
    "IndexError(3)",
    "KeyboardInterrupt()",
    "SystemExit(3)",
    "GeneratorExit()",
    "NotImplementedError('later')",
    "UnicodeDecodeError('utf-8', b'\\xff', 0, 1, 'bad')",
    "FileNotFoundError(2, 'No such file or directory', 'cards.txt')",
    "OSError('what')",
    "RecursionError('deep')",
    "UserWarning('careful')",
    "Exception([1, {'a': (2,)}])",
]


@mark.parametrize("raised", RAISED)
def test_a_builtin_exception_arrives_as_what_it_was(anyone, raised):
    original = eval(raised)
    with raises(type(original)) as caught:
        anyone.do(f"raise {raised}")
    assert type(caught.value) is type(original)
    assert (caught.value.args, str(caught.value)) == (original.args, str(original))
    assert getattr(caught.value, "filename", None) == getattr(original, "filename", None)
    assert caught.value.from_candidate


@mark.parametrize("raised", ["StopIteration(5)", "StopAsyncIteration()"])
def test_no_function_ends_a_loop_of_the_test_that_calls_it(anyone, raised):
    with raises(RuntimeError, match="only an iterator may do") as caught:
        list(map(anyone.do, [f"raise {raised}"]))
    assert caught.value.from_candidate


def test_an_error_names_no_file_for_others_to_quote_from(anyone):
    with raises(SyntaxError) as caught:
        anyone.do("raise SyntaxError('look', ('/etc/hostname', 1, 1, None))")
    assert (caught.value.filename, caught.value.args) == (None, ("look",))


def test_what_python_raises_in_the_students_code_arrives(student):
    here = student(
        "def divide(): return 1 / 0",
        "def look(): return {}[(1, 2)]",
        "def read(): return open('/no/such/file')",
        "def recurse(): return recurse()",
    )
    with raises(ZeroDivisionError, match=r"^division by zero$"):
        here.divide()
    with raises(KeyError, match=r"^\(1, 2\)$"):
        here.look()
    with raises(FileNotFoundError, match="'/no/such/file'"):
        here.read()
    with raises(RecursionError):
        here.recurse()


@mark.parametrize(
    ("base", "args", "said"),
    [
        *((base, "5", "5") for base in ("ValueError", "OSError", "SystemExit", "BaseException")),
        ("KeyError", "'k'", "'k'"),
        ("UnicodeDecodeError", "'utf-8', b'a', 0, 1, 'no'", "'utf-8' codec can't decode byte 0x61 in position 0: no"),
    ],
)
def test_an_exception_of_the_students_own_class_arrives_as_a_subclass_of_its_builtin_base(student, base, args, said):
    here = student(f"class Middle({base}): pass\nclass TooBad(Middle): pass\ndef f(): raise TooBad({args})")
    with raises(getattr(builtins, base)) as caught:
        here.f()
    assert type(caught.value).__name__ == "TooBad"
    assert str(caught.value) == said


def test_an_exception_of_the_students_own_class_says_what_it_said_there(student):
    f = student(
        """
        class NoCard(LookupError):
            def __init__(self, rank, suit):
                self.rank, self.suit = rank, suit
            def __str__(self):
                return f"no {self.rank}{self.suit}"
        def f(): raise NoCard("A", "H")
        """
    ).f
    with raises(LookupError, match=r"^no AH$"):
        f()


def test_an_own_class_is_one_type_here_however_often_it_is_raised(student):
    here = student("class Own(ValueError): pass\ndef f(): raise Own()")
    with raises(ValueError) as first:
        here.f()
    with raises(type(first.value)):
        here.f()


@mark.parametrize(
    "method",
    ["raise ValueError", "return 5", "import sys; sys.exit()", "return Text('said')"],
)
def test_an_exception_that_cannot_say_anything_arrives_all_the_same(student, method):
    here = student(
        "class Text(str):\n    def __getitem__(self, key): raise ValueError\n    __len__ = __getitem__",
        f"class Mute(ArithmeticError):\n    def __str__(self): {method}\ndef f(): raise Mute",
        "def g(): return 1",
    )
    with raises(ArithmeticError) as caught:
        here.f()
    assert type(caught.value).__name__ == "Mute"
    assert here.link.traceback()
    assert here.g() == 1


def test_an_exception_with_arguments_that_cannot_travel_arrives_as_text(student):
    f = student("class Card:\n    def __repr__(self): return 'AH'\ndef f(): raise ValueError(Card(), 1)").f
    with raises(ValueError, match=r"^\(AH, 1\)$"):
        f()


def test_a_message_beyond_measure_is_cut(student):
    with raises(ValueError) as caught:
        student("def f(): raise ValueError('x' * 10**6)").f()
    assert str(caught.value) == "x" * 10_000


def test_an_exception_group_arrives_as_an_error_that_names_it(student):
    with raises(Exception, match="ExceptionGroup"):
        student("def f(): raise ExceptionGroup('several', [ValueError('a')])").f()


def test_an_exception_that_is_named_like_one_of_the_examination_is_none_of_it(student):
    with raises(BaseException, match=r"^mine$") as caught:
        student("class CandidateGone(BaseException): pass\ndef f(): raise CandidateGone('mine')").f()
    assert type(caught.value) is not CandidateGone
    assert not isinstance(caught.value, CandidateGone)


def test_a_name_that_is_gone_is_a_name_error(student):
    here = student("def f(): return 1\ndef g():\n    global f\n    del f")
    f = here.f
    here.g()
    with raises(NameError, match="name 'f' is not defined"):
        f()


# What is printed.


def test_what_a_function_prints_is_printed_here(student, capsys):
    f = student("import sys\ndef f():\n    print('out', end='')\n    print('err', file=sys.stderr)\n    print('♠')").f
    f()
    assert capsys.readouterr() == ("out♠\n", "err\n")


def test_what_a_function_prints_before_it_raises_is_printed_here(student, capsys):
    with raises(ValueError):
        student("def f():\n    print('before')\n    raise ValueError").f()
    assert capsys.readouterr().out == "before\n"


def test_each_call_prints_what_it_prints(student, capsys):
    here = student("print('in a cell')", "def f(x): print(x)")
    here.f(1)
    here.f(2)
    assert capsys.readouterr().out == "1\n2\n"


def test_what_methods_generators_and_operators_print_is_printed_here(student, capsys):
    here = student(
        """
        class Talker:
            def __add__(self, other): print("added")
            def __getattr__(self, name): print(name)
        def generate():
            print("first")
            yield 1
        def make(): return Talker()
        """
    )
    talker = here.make()
    assert talker + talker is None
    assert talker.something is None
    assert list(here.generate()) == [1]
    assert capsys.readouterr().out == "added\nsomething\nfirst\n"


def test_what_a_function_displays_is_not_printed_here(student, capsys):
    student("from IPython.display import HTML, display\ndef f(): display(HTML('<b>'))").f()
    assert capsys.readouterr().out == ""


def test_what_a_call_drew_or_printed_does_not_show_in_the_next_cell(student):
    here = student(
        "%matplotlib inline\nimport matplotlib.pyplot as plt\ndef draw():\n    plt.plot([1])\n    print('drawn')"
    )
    here.draw()
    assert here.run("print('next')") == [{"output_type": "stream", "name": "stdout", "text": "next\n"}]
    assert [output["output_type"] for output in here.run("draw()")] == ["stream", "display_data"]


def test_cells_and_calls_share_their_names(student):
    here = student("n = 1\ndef up():\n    global n\n    n += 1\n    return n")
    assert here.up() == 2
    here.run("n = 10")
    assert here.up() == 11
    assert here.run("n")[0]["data"] == {"text/plain": "11"}


# What is not plain data.

CARDS = """
class Card:
    def __init__(self, rank, suit="H"):
        self.rank, self.suit = rank, suit
        self.notes = ["new"]
    def __repr__(self): return f"Card({self.rank!r})"
    def __str__(self): return f"{self.rank}{self.suit}"
    def __eq__(self, other): return self.rank == other.rank
    def __lt__(self, other): return self.rank < other.rank
    def __hash__(self): return hash(self.rank)
    def beats(self, other): return other < self
    @property
    def broken(self): raise ValueError("no")

class Hand(list):
    "A hand of cards."
    def __add__(self, other): return Hand([*self, *other])
    def __neg__(self): return Hand(self[::-1])
    def __bool__(self): return len(self) > 1
    def __float__(self): return float(len(self))
    def __int__(self): return len(self)

def hand(*ranks): return Hand(map(Card, ranks))
def is_same(one, other): return one is other
def ranks(cards): return [card.rank for card in cards]
"""


@fixture
def cards(student):
    return student(CARDS)


def test_a_closure_can_be_called_and_keeps_its_state(student):
    counter = student(
        "def counter():\n    n = 0\n    def up(by=1):\n        nonlocal n; n += by; return n\n    return up"
    )
    one, other = counter.counter(), counter.counter()
    assert (one(), one(by=5), other()) == (1, 6, 1)


def test_instances_have_attributes_and_methods(cards):
    card = cards.Card(9, suit="S")
    assert (card.rank, card.suit, card.beats(cards.Card(8))) == (9, "S", True)
    card.rank = 7
    assert (card.rank, card.beats(cards.Card(8))) == (7, False)
    assert not hasattr(card, "nothing")
    with raises(AttributeError, match="'Card' object has no attribute 'nothing'"):
        card.nothing  # noqa: B018
    with raises(ValueError, match="no"):
        card.broken  # noqa: B018


def test_an_attribute_that_is_data_is_a_copy(cards):
    card = cards.Card(9)
    card.notes.append("mine")
    assert card.notes == ["new"]


def test_an_instance_goes_back_as_the_same_object(cards):
    one, other = cards.Card(1), cards.Card(1)
    assert cards.is_same(one, one) is True
    assert cards.is_same(one, other) is False
    assert cards.is_same(one, other=one) is True
    assert cards.ranks([one, cards.Card(2)]) == [1, 2]
    assert cards.is_same(cards.Card, cards.Card) is True


def test_an_instance_in_a_container_comes_back_in_it(student):
    here = student("class A: pass\na = A()\ndef f(): return {'a': [(a,)]}\ndef g(x): return x['a'][0][0] is a")
    assert here.g(here.f()) is True


def test_data_that_is_too_deep_to_travel_goes_back_as_the_same_object(student):
    here = student(
        """
        deep = [0]
        for _ in range(5000):
            deep = [deep]
        def is_deep(x): return x is deep
        def grow(x, y): x.append(1); y[0].append(2)
        """
    )
    deep = here.copy_of("deep")
    assert isinstance(deep, Proxy)
    assert here.is_deep(deep) is True
    here.grow(deep, [deep])
    assert len(deep) == 3


def test_a_table_that_cannot_travel_is_a_proxy_that_can_be_passed_back(student):
    here = student(
        "import pandas as pd\ntable = pd.DataFrame({'a': ['x', 'y']}).astype('category')",
        "def grow(table, others):\n    table['b'] = [1, 2]\n    others.append(3)",
    )
    table, others = here.copy_of("table"), []
    here.grow(table, others)
    assert others == [3]
    assert table["b"].tolist() == [1, 2]


def test_a_function_that_is_not_one_says_so(student):
    here = student("f = [1, 2]\ndef g(x): x.append(3); return x")
    with raises(TypeError, match="'list' object is not callable"):
        here.f()
    assert here.g(here.f) == [1, 2, 3]


def test_a_generator_can_be_iterated_from_here(student):
    here = student("def count(n):\n    for i in range(n):\n        yield i\n    return 'end'")
    assert list(here.count(3)) == [0, 1, 2]
    assert list(zip(here.count(9), "ab", strict=False)) == [(0, "a"), (1, "b")]
    assert next(here.count(1)) == 0
    with raises(StopIteration) as stopped:
        next(here.count(0))
    assert stopped.value.value == "end"


def test_an_endless_generator_can_be_left_and_goes_on_where_it_was(student):
    numbers = student("import itertools\ndef numbers(): return (n * n for n in itertools.count())").numbers()
    for number in numbers:
        if number > 20:
            break
    assert number == 25
    assert next(numbers) == 36
    numbers.close()
    assert list(numbers) == []


def test_a_generator_that_raises_raises_here_in_its_turn(student):
    f = student("def f():\n    yield 1\n    raise KeyError('late')").f
    seen = []
    with raises(KeyError, match="late"):
        for value in f():
            seen += [value]
    assert seen == [1]


def test_an_instance_with_items_can_be_iterated(student):
    here = student(
        "class Squares:\n    def __getitem__(self, i):\n        if i > 3: raise IndexError\n        return i * i"
    )
    assert list(here.Squares()) == [0, 1, 4, 9]


def test_containers_of_the_students_own_have_lengths_and_items(cards):
    hand = cards.hand(3, 4, 5)
    assert len(hand) == 3
    assert hand[0].rank == 3
    assert [card.rank for card in hand[1:]] == [4, 5]
    hand[0] = cards.Card(9)
    del hand[1]
    assert cards.ranks(hand) == [9, 5]
    with raises(IndexError, match="list index out of range"):
        hand[7]


def test_containers_of_the_students_own_contain_what_their_code_says_and_data_that_they_hold(student):
    here = student("class Evens:\n    def __contains__(self, n): return n.value % 2 == 0\nclass N:\n    value = 2")
    assert here.N() in here.Evens()
    bag = student("class Bag(list): pass\ndef bag(*items): return Bag(items)").bag(1, "a", (2,))
    assert (2,) in bag
    assert 3 not in bag


def test_operators_apply_between_the_students_own_objects(cards):
    one, two = cards.hand(1), cards.hand(2, 3)
    assert cards.ranks(one + two) == [1, 2, 3]
    assert cards.ranks(-two) == [3, 2]
    assert (bool(one), bool(two), not one) == (False, True, True)
    assert (float(two), int(two)) == (2.0, 2)
    with raises(TypeError, match="unsupported operand"):
        one - two


def test_comparisons_apply_between_the_students_own_objects(cards):
    two, three = cards.Card(2), cards.Card(3)
    assert (two < three, three < two, two > three) == (True, False, False)
    assert (two == cards.Card(2), two != cards.Card(2), two == three, two != three) == (True, False, False, True)
    assert [card.rank for card in sorted([three, two])] == [2, 3]
    with raises(TypeError, match="not supported between instances of 'Card' and 'Card'"):
        two <= three  # noqa: B015


def test_text_and_documentation_are_the_students_own(cards):
    card = cards.Card("A")
    assert (str(card), repr(card), f"{card}", repr([card])) == ("AH", "Card('A')", "AH", "[Card('A')]")
    assert repr(cards.Card) == "Card"
    assert cards.Hand.__doc__ == cards.hand(1).__doc__ == "A hand of cards."
    assert cards.Hand.__name__ == "Hand"


def test_messages_call_a_proxy_what_the_students_own_type_is_called(cards):
    with raises(TypeError, match="'<' not supported between instances of 'Card' and 'int'"):
        cards.Card(1) < 1  # noqa: B015


LIARS = """
class Always:
    "Agrees with everything."
    def __getattr__(self, name): return Always()
    def __call__(self, *args): return Always()
    def __hash__(self): return 7
    def __len__(self): return 3
    def __iter__(self): return iter([self] * 3)
    def __bool__(self): return True
for name in "eq ne lt le gt ge contains".split():
    setattr(Always, f"__{name}__", lambda self, other: True)
for name in "add sub mul truediv mod pow and or xor lshift radd rsub rmul rtruediv rmod rpow rand ror rxor".split():
    setattr(Always, f"__{name}__", lambda self, other: 0)
def liars(): return [Always(), Always, lambda: 1]
"""


@fixture(scope="module")
def liars(lasting_student):
    liars = lasting_student(LIARS).liars()
    assert all(isinstance(liar, Proxy) for liar in liars)
    return liars


DATA = [9, 9.0, "a", True, None, [], [9], (), {}, {"a": 1}, {9}, frozenset(), b"", 1j, ..., np.int64(9), np.arange(3)]


@mark.parametrize("data", DATA, ids=repr)
def test_no_object_equals_plain_data_whatever_it_says(liars, data):
    for liar in liars:
        for left, right in ((liar, data), (data, liar)):
            assert (left == right) is False
            assert (left != right) is True


@mark.parametrize("data", [9, 9.0, "a", None, [9], {"a": 1}], ids=repr)
def test_nothing_that_holds_an_object_equals_plain_data(liars, data):
    for liar in liars:
        for left, right in (([liar], [data]), ((data,), (liar,)), ({"a": liar}, {"a": data})):
            assert (left == right) is False


@mark.parametrize("operation", [operator.lt, operator.le, operator.gt, operator.ge, operator.add, operator.sub])
@mark.parametrize("data", [9, 9.5, "a", (1,), {1}], ids=repr)
def test_no_object_takes_part_in_an_operation_with_plain_data(liars, operation, data):
    for liar in liars:
        for operands in ((liar, data), (data, liar)):
            with raises(TypeError):
                operation(*operands)


def test_no_object_contains_plain_data_that_it_does_not_hold(liars):
    assert 9 not in liars[0]
    assert [] not in liars[0]


@mark.parametrize("answer", ["1", "'yes'", "[True]", "NotImplemented", "Always()", "True"])
def test_two_objects_are_equal_only_if_their_code_says_exactly_true(student, answer):
    here = student(f"class Always: pass\nclass A:\n    def __eq__(self, other): return {answer}")
    one, other = here.A(), here.A()
    assert (one == other) is (answer == "True")
    assert (one != other) is (answer != "True")


def test_objects_that_are_the_same_can_be_keys(student):
    here = student("class A: pass\na = A()\ndef f(): return a")
    assert len({here.f(), here.f()}) == 1
    assert {here.f(): 1}[here.f()] == 1


def test_python_does_not_take_a_proxy_for_what_the_student_says_it_is(student):
    here = student(
        """
        import numpy as np
        class Array:
            __array_priority__ = 1000
            def __array__(self, *args, **kwargs): return np.arange(3)
            def __index__(self): return 1
            def __fspath__(self): return "/etc/passwd"
            @property
            def __class__(self): return list
        def f(): return Array()
        """
    )
    proxy = here.f()
    assert not isinstance(proxy, list)
    for use in (os.fspath, lambda proxy: [0, 1][proxy]):
        with raises(TypeError):
            use(proxy)
    assert not hasattr(proxy, "__array__")


# Names.


def test_names_give_what_was_asked_for_and_exists(student):
    here = student("a, b, c = 1, [2], 3\ndef f(): return 4\ndef g(): return 5")
    names = here.link.names(["f", "nothing"], ["a", "b", "no data"])
    assert set(names) == {"a", "b", "f"}
    assert (names["a"], names["b"], names["f"]()) == (1, [2], 4)


def test_data_is_taken_as_a_copy(student):
    here = student("data = [1]\ndef look(): return data")
    here.copy_of("data").append(2)
    assert here.look() == [1]


def test_data_that_is_no_data_is_a_proxy_and_the_rest_is_data(student):
    names = student("import sys\na = sys\nb = 2\nc = object()").link.names([], ["a", "b", "c"])
    assert (isinstance(names["a"], Proxy), names["b"], isinstance(names["c"], Proxy)) == (True, 2, True)


def test_a_name_stands_for_what_it_stands_for_when_it_is_called(student):
    here = student("def f(): return 1\ndef g(): return f()\ndef change():\n    global f\n    f = lambda: 2")
    f = here.f
    assert (f(), here.g()) == (1, 1)
    here.change()
    assert (f(), here.g()) == (2, 2)


# A candidate that ends, or never was one.

ENDINGS = [
    "os._exit(0)",
    "os._exit(1)",
    "os.kill(os.getpid(), signal.SIGKILL)",
    "os.closerange(3, 1000)",
    "import ctypes; ctypes.string_at(0)",
]


@mark.parametrize("ending", ENDINGS)
def test_a_candidate_that_ends_in_a_call_is_gone_and_no_except_clause_hides_it(student, ending):
    here = student(f"import os, signal\ndef f(): {ending}\ndef g(): return 1")
    f, g = here.f, here.g
    with raises(CandidateGone), suppress(Exception):  # as in a test cell that expects some exception
        f()
    assert here.link.is_closed
    for use in (g, lambda: g.attribute, here.link.traceback, lambda: here.link.names(["g"], []), lambda: next(iter(g))):
        with raises(CandidateGone):
            use()
    assert repr(g) == "g"


def test_another_candidate_can_take_the_place_of_one_that_is_gone(student):
    first, second = student("import os\ndef f(): os._exit(0)"), student("def f(): return 'second'")
    f = first.f
    with raises(CandidateGone):
        f()
    first.link.attach(second.link._channel._socket.dup())
    assert f() == "second"


def test_a_link_without_a_candidate_says_so():
    link = Link()
    assert link.is_closed
    with raises(CandidateGone, match="there is no candidate"):
        link.names(["f"], [])


class Reference:
    """What a hostile candidate makes of references: any bytes."""

    def __init__(self, data):
        self.data = data


def reference(*parts):
    return Reference(msgpack.packb(list(parts)))


@fixture
def impostor():
    """A link, and what sends it answers before it asks."""
    ours, theirs = socket.socketpair()
    link = Link(ours)

    def answer(*replies):
        channel = Channel(theirs.dup(), Codec(lambda value: value.data))
        for reply in replies:
            theirs.sendall(reply) if isinstance(reply, bytes) else channel.send(reply)
        theirs.shutdown(socket.SHUT_WR)
        return link

    yield answer
    link.close()
    theirs.close()


def test_names_that_nobody_asked_for_are_not_taken(impostor):
    link = impostor(
        ["taken", ["f", "print", "Tester"], {"a": Codec().encode(1), "range": b"", "np": 3}, {"E": "ValueError"}, []]
    )
    assert set(link.names(["f", "g"], ["a", "b"])) == {"f", "a"}


def test_names_of_any_type_are_not_taken(impostor):
    values = {1: 1, None: 2, (3,): 3, "a": Codec().encode(4), reference(8, "A"): 5}
    link = impostor(["taken", [1, None, ["f"], reference(7, "A")], values, {1: "ValueError", "f": "ValueError"}, []])
    assert link.names(["f"], ["a"]) == {"a": 4}


NO_ANSWERS = {
    "nothing": None,
    "a number": 7,
    "a dict": {"returned": 1},
    "an empty list": [],
    "too few parts": ["applied", "returned", 1],
    "too many parts": ["applied", "returned", 1, {}, [], False, None],
    "parts of other types": ["applied", 1, 2, 3, 4, 5],
    "no status": ["applied", None, 1, {}, [], False],
    "changes that are none": ["applied", "returned", 1, [1], [], False],
    "output that is none": ["applied", "returned", 1, {}, "text", False],
    "no truth value": ["applied", "returned", 1, {}, [], 1],
    "a tuple": ("applied", "returned", 1, {}, [], False),
    "a proxy": reference(7, "A"),
    "names": ["taken", ["f"], {}, {}, []],
}


@mark.parametrize("name", NO_ANSWERS)
def test_an_answer_without_the_right_parts_ends_the_conversation(impostor, name):
    link = impostor(NO_ANSWERS[name], ["applied", "returned", 1, {}, [], False])
    with raises(CandidateGone):
        link.apply("call", 1)
    assert link.is_closed


@mark.parametrize(
    "reply",
    [
        *(["f"], [["f"], {}, {}], ["taken", ["f"]], ["taken", ["f"], {}, []], ["taken", ["f"], [], {}, []], None),
        *(
            ["taken", {}, {}, {}, []],
            ["taken", ["f"], {}, 1, []],
            ["taken", ["f"], {}, {}, 1],
            ["names", ["f"], {}, {}, []],
        ),
        *(["taken", ["f"], {"a": 1}, {}, []], ["taken", ["f"], {"a": b"\xc1"}, {}, []]),
        *(["taken", ["f"], {}, {"E": 1}, []], ["taken", ["f"], {}, {"E": "print"}, []]),
    ],
    ids=repr,
)
def test_names_without_the_right_parts_end_the_conversation(impostor, reply):
    link = impostor(reply)
    with raises(CandidateGone):
        link.names(["f"], ["a"], ["E"])
    assert link.is_closed


BAD_REFERENCES = {
    "nothing": b"",
    "no list": msgpack.packb(7),
    "one part": msgpack.packb([7]),
    "three parts": msgpack.packb([7, "A", 1]),
    "no number": msgpack.packb(["f", "A"]),
    "a bool": msgpack.packb([True, "A"]),
    "no name": msgpack.packb([7, 8]),
    "bytes for a name": msgpack.packb([7, b"A"]),
    "a name with a null": msgpack.packb([7, "A\0"]),
    "a name that is no unicode": b"\x92\x07\xa3\xed\xa0\x80",
    "noise": b"\xc1\xff",
}


@mark.parametrize("name", BAD_REFERENCES)
def test_a_reference_of_the_wrong_shape_ends_the_conversation(impostor, name):
    link = impostor(["applied", "returned", [1, Reference(BAD_REFERENCES[name])], {}, [], False])
    with raises(CandidateGone):
        link.apply("call", 1)
    assert link.is_closed


FRAMES = {
    "an endless one": struct.pack("!I", 2**32 - 1) + bytes(1000),
    "one just too long": struct.pack("!I", MAX_BYTES + 1),
    "an empty one": struct.pack("!I", 0),
    "noise": struct.pack("!I", 3) + b"\xc1\xc1\xc1",
    "an unknown extension": struct.pack("!I", 3) + b"\xd4\x7f\0",
}


@mark.parametrize("name", FRAMES)
def test_a_frame_that_is_no_message_ends_the_conversation(impostor, name):
    link = impostor(FRAMES[name])
    with raises(CandidateGone):
        link.apply("call", 1)
    assert link.is_closed


def test_equal_references_in_an_answer_ask_nothing_back(impostor):
    # Reading a set asks whether items with one hash are equal; the candidate is not asked in mid-answer.
    twins = {reference(7, "A"), reference(7, "A")}
    assert len(twins) == 2
    link = impostor(
        ["applied", "returned", twins, {}, [], False], ["applied", "returned", "the next answer", {}, [], False]
    )
    assert len(link.apply("call", 1)) == 1
    assert link.apply("call", 1) == "the next answer"


def test_an_answer_that_comes_before_its_question_is_the_answer_to_the_next(impostor):
    link = impostor(["applied", "returned", 1, {}, [], False], ["applied", "returned", 2, {}, [], False])
    assert [link.apply("call", 0), link.apply("call", 0)] == [1, 2]


def test_an_answer_of_another_kind_ends_the_conversation(impostor):
    link = impostor(["taken", ["f"], {}, {}, []], ["applied", "returned", 2, {}, [], False])
    with raises(CandidateGone):
        link.apply("call", 0)
    with raises(CandidateGone):
        link.apply("call", 0)


BAD_CHANGES = [
    {7: b"\xc0"},
    {"0": b"\xc0"},
    {0: None},
    {0: b""},
    {0: b"\xc1"},
    {0: Codec().encode([])},
    {0: Codec().encode([[1], {}, 3])},
    {0: Codec().encode([[1], [2]])},
    {0: Codec().encode([7, {}])},
    {0: Codec().encode([[1], {0: 99}])},
    {0: Codec().encode([[1], {5: 0}])},
    {1: Codec().encode([[["a"], []], {}])},
    {1: Codec().encode([[[[]], [1]], {}])},
    {1: Codec().encode([["a"], {}])},
    {2: Codec().encode([[[]], {}])},
    {3: Codec().encode([[1, 2], {}]), 4: b""},
]


@mark.parametrize("changed", BAD_CHANGES, ids=repr)
def test_changed_arguments_that_are_none_end_the_conversation(impostor, changed):
    link = impostor(["applied", "returned", 1, changed, [], False])
    with raises(CandidateGone):
        link.apply("call", [0], {"a": 1}, {2}, np.zeros(2))
    assert link.is_closed


def test_an_argument_never_becomes_something_of_another_type(impostor):
    frame, array = pd.DataFrame({"a": [1]}), np.zeros(2)
    changed = {0: Codec().encode([np.ones(2), {}]), 1: Codec().encode([np.ones(3), {}])}
    impostor(["applied", "returned", 1, changed, [], False]).apply("call", frame, array)
    assert frame.equals(pd.DataFrame({"a": [1]}))
    assert array.tolist() == [0, 0]


@mark.parametrize(
    "outputs",
    [
        [1, None, "text", [], {}, {"output_type": "stream"}, {"output_type": "stream", "name": "stdout", "text": 5}],
        [{"output_type": "display_data", "data": {"text/plain": "x"}, "metadata": {}}],
        [reference(7, "dict")],
    ],
    ids=["junk", "display", "a proxy"],
)
def test_output_that_is_none_is_not_printed(impostor, capsys, outputs):
    assert impostor(["applied", "returned", 1, {}, outputs, False]).apply("call", 0) == 1
    assert capsys.readouterr() == ("", "")


@mark.parametrize(
    "content",
    [
        None,
        7,
        [],
        ["ValueError", "text", [], {}, None],
        [["ValueError", "text", [], {}], None],
        [["ValueError", 5, [], {}, None], None],
        [["ValueError", "text", [], [], None], None],
        [[["A\0", "__main__", ["ValueError"]], "text", [], {}, None], None],
        [[["Own", "__main__", []], "text", [], {}, None], None],
        [[["Own", "__main__", ["print"]], "text", [], {}, None], None],
        [[["Own", "__main__", [["Own"]]], "text", [], {}, None], None],
        [[["Own", "__main__", ["KeyError", "KeyError"]], "text", [], {}, None], None],
        [[["Own", "__main__", ["OSError", "UnicodeDecodeError"]], "text", [], {}, None], None],
        [["print", "text", [], {}, None], None],
        [["__import__", "text", ["os"], {}, None], None],
        [["ExceptionGroup", "text", [1, 2], {}, None], None],
        [["UnicodeDecodeError", "text", [], {}, None], None],
        [None, 7],
    ],
    ids=repr,
)
def test_an_exception_that_is_none_is_a_runtime_error(impostor, content):
    with raises(RuntimeError) as caught:
        impostor(["applied", "raised", content, {}, [], False]).apply("call", 0)
    assert type(caught.value) is RuntimeError


def test_an_exception_is_never_made_by_calling_something_else(impostor):
    names = ["eval", "exec", "exit", "open", "type", "CandidateGone", "Proxy"]
    link = impostor(*(["applied", "raised", [[name, "said", ["1"], {}, None], None], {}, [], False] for name in names))
    for name in names:
        with raises(RuntimeError, match=f"{name}: said"):
            link.apply("call", 0)


@mark.parametrize(
    ("module", "name"),
    [
        ("nbproctor.examination.examiner.candidate_link", "CandidateGone"),
        ("unittest", "SkipTest"),
        ("unittest.case", "SkipTest"),
        ("_pytest.outcomes", "Skipped"),
        ("builtins", "SystemExit"),
        ("json", "dumps"),
    ],
)
def test_an_exception_is_none_of_a_library_that_takes_it_for_a_verdict(impostor, module, name):
    with raises(ValueError) as caught:
        impostor(
            ["applied", "raised", [[[name, module, ["ValueError"]], "said", [], {}, None], None], {}, [], False]
        ).apply("call", 0)
    assert type(caught.value).__module__ == "__main__"
    assert str(caught.value) == "said"


def test_an_iterator_that_is_none_is_a_type_error(impostor):
    link = impostor(
        ["applied", "returned", reference(7, "A"), {}, [], False], ["applied", "returned", [1, 2], {}, [], False]
    )
    proxy = link.apply("call", 0)
    with raises(TypeError, match="iter"):
        next(iter(proxy))


@mark.parametrize("use", [len, str, int, float, lambda proxy: proxy < proxy, bool, list, repr, hash])
def test_answers_of_the_wrong_type_are_at_worst_an_exception(impostor, use):
    link = impostor(
        ["applied", "returned", reference(7, "A"), {}, [], False],
        *[["applied", "returned", b"junk", {}, [], False]] * 3,
    )
    proxy = link.apply("call", 0)
    with suppress(Exception, CandidateGone):
        use(proxy)


answers = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=3)
    | st.binary(max_size=3)
    | st.floats()
    | st.sampled_from(["applied", "returned", "raised", "unreadable", "stdout", reference(7, "A")])
    | st.sampled_from([["ValueError", "ValueError", []], {"output_type": "stream", "name": "stdout", "text": ""}]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.integers(0, 2) | st.text(max_size=2), inner, max_size=3)
    ),
    max_leaves=12,
)


@settings(deadline=None, max_examples=300)
@example(["applied", "raised", [None, False], {}, [], False])
@given(
    answers
    | st.lists(answers, min_size=6, max_size=6)
    | st.tuples(st.just("applied"), st.sampled_from(["returned", "raised"]), answers).flatmap(
        lambda start: st.tuples(st.dictionaries(st.integers(0, 2), answers), st.lists(answers), st.booleans()).map(
            lambda end: [*start, *end]
        )
    )
)
def test_any_answer_is_a_value_or_an_exception_of_the_candidate_or_its_end(reply):
    ours, theirs = socket.socketpair()
    link = Link(ours)
    with theirs:
        Channel(theirs.dup(), Codec(lambda value: value.data)).send(reply)
        theirs.shutdown(socket.SHUT_WR)
        try:
            link.apply("call", [0], {"a": 1})
        except CandidateGone:
            assert link.is_closed
        except BaseException as error:
            assert getattr(error, "from_candidate", False) or reply[1] not in ("returned", "raised")
        finally:
            link.close()


def test_a_traceback_of_junk_has_the_lines_that_are_text(impostor):
    assert impostor(["lines", ["a", 1, None, reference(7, "str"), "b"]]).traceback() == ["a", "b"]


# Tracebacks.


def text_of_traceback(here):
    return without_terminal_codes("\n".join(here.link.traceback()))


def test_a_traceback_shows_the_students_frames_and_no_others(student):
    here = student("def inner(x):\n    return 1 / x\n\ndef outer(x):\n    return inner(x)")
    with raises(ZeroDivisionError):
        here.outer(0)
    text = text_of_traceback(here)
    for part in ("return inner(x)", "return 1 / x", "ZeroDivisionError", "division by zero", "Cell"):
        assert part in text
    for part in ("nbproctor", "candidate.py", "codec.py", "OPERATIONS", "msgpack"):
        assert part not in text


def test_a_traceback_is_that_of_the_last_exception(student):
    here = student("def f(x): raise ValueError(x)")
    assert here.link.traceback() == []
    for text in ("first", "second"):
        with raises(ValueError):
            here.f(text)
    assert "second" in text_of_traceback(here)
    assert "first" not in text_of_traceback(here)


def test_a_traceback_shows_what_an_exception_came_from(student):
    here = student(
        "def f():\n    try:\n        {}['k']\n    except KeyError as e:\n        raise ValueError('no') from e"
    )
    with raises(ValueError):
        here.f()
    assert "KeyError" in text_of_traceback(here)
    assert "direct cause" in text_of_traceback(here)


@mark.parametrize(
    ("cell", "use"),
    [
        ("def f():\n    yield 1 / (7 - 7)", lambda f: next(f())),
        ("class f:\n    def __len__(self): return 1 / (7 - 7)", lambda f: len(f())),
        ("class f:\n    @property\n    def a(self): return 1 / (7 - 7)", lambda f: f().a),
        ("def f(): return lambda: 1 / (7 - 7)", lambda f: f()()),
        ("class f:\n    def __eq__(self, other): return 1 / (7 - 7)", lambda f: f() == f()),
    ],
    ids=["generator", "method", "property", "closure", "operator"],
)
def test_a_traceback_shows_methods_generators_and_closures(student, cell, use):
    here = student(cell)
    with raises(ZeroDivisionError):
        use(here.f)
    assert "1 / (7 - 7)" in text_of_traceback(here)
    assert "candidate.py" not in text_of_traceback(here)


def test_a_traceback_of_what_no_code_of_the_student_raised_is_one_line(student):
    here = student("def f(): return 1\ndef g():\n    global f\n    del f")
    f = here.f
    here.g()
    with raises(NameError):
        f()
    assert "name 'f' is not defined" in text_of_traceback(here)
    for part in ("candidate.py", "wire.py", "msgpack", "_resolve"):
        assert part not in text_of_traceback(here)


def test_a_traceback_of_an_endless_recursion_comes_soon(student):
    here = student("def f(x): return f(x + 1)")
    with raises(RecursionError):
        here.f(0)
    began = here.processor_seconds()
    assert "return f(x + 1)" in text_of_traceback(here)
    assert here.processor_seconds() - began < 2


def test_a_call_costs_less_than_a_few_milliseconds(student):
    here = student("def f(x): return x")
    f = here.f
    began = here.processor_seconds()
    for number in range(200):
        assert f(number) == number
    assert here.processor_seconds() - began < 2


# Slow and greedy candidates.


def test_a_candidate_that_never_reads_holds_the_examiner_no_longer_than_it_lives(student):
    anyone = student("def f(x): pass")
    f = anyone.f
    os.kill(anyone.pid, signal.SIGSTOP)
    threading.Timer(0.5, os.kill, (anyone.pid, signal.SIGKILL)).start()
    began = time.monotonic()
    with raises(CandidateGone):
        f(bytes(20 << 20))
    assert 0.4 < time.monotonic() - began < 50


def test_files_that_come_with_an_answer_are_not_kept():
    ours, theirs = socket.socketpair()
    link = Link(ours)
    with theirs:
        before = set(Path("/proc/self/fd").iterdir())
        for number in range(20):
            answer = Codec().encode(["applied", "returned", number, {}, [], False])
            socket.send_fds(theirs, [len(answer).to_bytes(4, "big")], [theirs.fileno()] * 100)
            socket.send_fds(theirs, [answer], [theirs.fileno()] * 100)
            assert link.apply("len", []) == number
        assert set(Path("/proc/self/fd").iterdir()) == before
    link.close()


# Calls ahead of their turn.


def test_how_many_calls_are_made_ahead_depends_on_what_they_compute_not_on_the_clock(student):
    here = student(
        "import time",
        "def waits(n):\n    time.sleep(0.01)\n    return n",
        "def computes(n):\n    end = time.process_time() + 0.05\n    while time.process_time() < end: n += 1",
    )
    inputs = [Codec().encode({"n": n}) for n in range(30)]
    assert len(here.link.call_ahead(here.waits, inputs)) == len(inputs)
    assert len(here.link.call_ahead(here.computes, inputs)) < 10


def test_a_call_is_interrupted_by_its_own_time_of_the_processor(student, monkeypatch):
    monkeypatch.setattr(candidate, "_CLOCK_TIMES", 10_000)  # a busy machine may be slow
    here = student(
        "import time",
        "def computes(x):\n    end = time.process_time() + x / 1000\n    while time.process_time() < end: pass",
    )
    computes = here.computes
    short, long = (Codec().encode({"x": x}) for x in (60, 30_000))
    replies = here.link.call_ahead(computes, [short] * 3, 0.1)  # together they take longer than one of them may
    try:
        returned = [here.link.settle(computes, reply, {"x": 60}) for reply in replies]
    except KeyboardInterrupt:  # which would end the tests
        raise AssertionError("a call was interrupted too early") from None
    assert returned == [None] * len(replies)
    (reply,) = here.link.call_ahead(computes, [long] * 2, 0.1)
    with raises(KeyboardInterrupt):
        here.link.settle(computes, reply, {"x": 30_000})


def test_a_call_that_sleeps_is_interrupted_by_the_clock(student):
    here = student("import time", "def sleeps(x): time.sleep(x)")
    (reply,) = here.link.call_ahead(here.sleeps, [Codec().encode({"x": 50})] * 2, 0.05)
    with raises(KeyboardInterrupt):
        here.link.settle(here.sleeps, reply, {"x": 50})


# What a test cell has changed, before a call.


def test_a_change_to_what_the_student_has_no_longer_is_a_type_error_that_names_it(student):
    here = student("def double(n): return 2 * n", "def read(): return given", "given = 1")
    double = here.double
    here.run("del double")
    with raises(TypeError, match="name 'double' is not defined"):
        here.link._send_news([[NAMES, "given", REPLACED, double]], {})
    assert here.read() == 1
