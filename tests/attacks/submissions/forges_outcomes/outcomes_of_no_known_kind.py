"""Writes things that are not outcomes: other kinds, too few parts, numbers, bytes that are not a message."""

expected = {"ex1": 0}

# %% before ex1
import gc, pickle
from nbproctor.examination.outcomes.outcome import CaseOutcome
from nbproctor.examination.outcomes.outcome import value_codec

def found(kind):
    return next(thing for thing in gc.get_objects() if type(thing).__name__ == kind)

def write(*outcomes):
    for outcome in outcomes:
        found("TablesWriter")._add(outcome)

# %% ex1
import msgpack

parts = ["returned", b"\x09", "", [], "", {}]
odd = [["passed", *parts[1:]], parts[:3], parts + [1], [1] * 6, [None] * 6, {}, 7, "returned", [parts], [*parts[:5], {1: 2}],
       [*parts[:3], ["ValueError", "", True, [[]] * 20], "", {}], [*parts[:3], ["", "", 1, []], "", {}]]

def square(n): write(*map(msgpack.packb, odd), b"", b"\xc1", b"\x96", b"\xff" * 1000)
