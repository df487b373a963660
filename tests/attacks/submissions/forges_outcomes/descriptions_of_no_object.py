"""Describes impossible objects: with names that no class has, and bases that hold something else."""

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
import msgpack

REFERENCE, INSTANCE = 40, 41
texts = [["int\0", "", "9", ""], ["\ud800", "builtins", "9", ""], ["", "", "", ""], ["int", "builtins", "9" * 500, ""],
         ["x" * 90, None, 1, []], ["int"], 7, ["type", "builtins", "9", "type"], ["int", "builtins", "9", "int"]]
described = [msgpack.packb(text, unicode_errors="surrogatepass") for text in texts]
forged = [msgpack.packb(msgpack.ExtType(REFERENCE, text)) for text in [*described, b"", b"\xc1"]]
forged += [msgpack.packb(msgpack.ExtType(INSTANCE, msgpack.packb([text, content])))
           for text in described for content in (None, 9, "9", True, [9], {}, b"9")]

def square(n): write(*(CaseOutcome("returned", value).to_bytes() for value in forged[:20]))

# %% ex3
def mixed(n): found("TablesWriter").add(CaseOutcome("returned", forged.pop()))
