"""Writes as many empty outcomes and table names as fit."""

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
import struct

def filled(part):
    memory = found("TablesWriter")._memory
    room = len(memory) - 8
    part = struct.pack("<I", len(part)) + part
    memory[8:] = (part * (room // len(part) + 1))[:room]
    struct.pack_into("<Q", memory, 0, room)

def square(n): filled(b"")

# %% ex3
def mixed(n): filled(b"\x92\xa5table\xa8tc_mixed")
