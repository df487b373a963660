"""Claims that its tables, and their parts, are longer than the memory that contains them."""

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
import struct

def square(n):
    write(b"\xff" * 8)
    memory = found("TablesWriter")._memory
    struct.pack_into("<Q", memory, 0, 2 ** 64 - 1)
    struct.pack_into("<I", memory, 8 + 20, 2 ** 32 - 1)
    return n * n
