"""Writes outcomes that announce nested lists of billions of items, and contain none."""

expected = {"ex1": 0, "ex3": 0}

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
def square(n): write(*[b"\xdd\x00\x30\x00\x00" * 600 + b"\x90" * 3_000_000] * 2)

# %% ex3
import msgpack

def mixed(n):
    bomb = b"\xdd\x00\x30\x00\x00" * 600 + b"\x90" * 3_000_000
    write(msgpack.packb(["returned", bomb, "", [], "", {"n": bomb}]))
