"""Writes dicts whose keys share one hash, just few enough to arrive, so that a judge runs out of time."""

expected = {"ex8": 0}
runs_to_its_limit = True

# %% before ex8
import gc, struct
from nbproctor.examination.outcomes.outcome import CaseOutcome

def found(kind):
    return next(thing for thing in gc.get_objects() if type(thing).__name__ == kind)

def slow():
    keys = [(((1 << 61) - 1) * (number + 9)).to_bytes(11, "big") for number in range(9_000)]
    pairs = b"".join(b"\xc7" + bytes([len(key), 0]) + key + b"\xc0" for key in keys)
    found("TablesWriter").add(CaseOutcome("returned", b"\xdf" + struct.pack(">I", len(keys)) + pairs))

# %% after ex8
def tally(text): slow()
