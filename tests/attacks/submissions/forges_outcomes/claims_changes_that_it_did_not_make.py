"""Claims to have changed inputs that do not exist, to values that cannot be read."""

expected = {"ex2": 0}

# %% before ex1
import gc, pickle
from nbproctor.examination.outcomes.outcome import CaseOutcome
from nbproctor.examination.outcomes.outcome import value_codec

def found(kind):
    return next(thing for thing in gc.get_objects() if type(thing).__name__ == kind)

def official(case_file):
    return [pickle.loads(case) for case in found("Runner")._inputs[case_file].cases]

def write(case_file, answers):
    tables = found("TablesWriter")
    tables.begin(case_file)
    for answer in answers:
        tables.add(CaseOutcome("returned", value_codec().encode(answer)))

# %% ex2
add = found("TablesWriter").add
odd = [{"numbers": b"\xc1"}, {"numbers": b"\xdd\xff\xff\xff\xff"}, {"x\ud800": b""}, {"numbers": value_codec().encode([[0]] * 100_000)}]

def total(numbers): return sum(numbers)

def lie(outcome):
    if len(odd) > 0:
        object.__setattr__(outcome, "changed", odd.pop())
    return add(outcome)

found("TablesWriter").add = lie
