"""Raises exceptions of classes without a name, and writes outcomes that report an unnamed exception."""

expected = {"ex1": 0, "ex3": 0, "ex5": 0}

# %% before ex1
import gc, pickle
from nbproctor.examination.outcomes.outcome import CaseOutcome
from nbproctor.examination.outcomes.outcome import value_codec

def found(kind):
    return next(thing for thing in gc.get_objects() if type(thing).__name__ == kind)

def write(*outcomes):
    for outcome in outcomes:
        found("TablesWriter")._add(outcome)

nameless = type("", (Exception,), {})

# %% ex1
def square(n): raise nameless

# %% ex3
import msgpack

official = len(found("Runner")._inputs["tc_mixed"].cases)

def mixed(n):
    write(*[msgpack.packb(["raised", b"", "", [], "", {}])] * official)

# %% ex5
class Account:
    def __init__(self, owner):
        raise nameless
