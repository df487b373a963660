"""Writes right tables of other tests, in a test that needs none of them."""

expected = {"ex1": 0, "ex3": 0, "ex7": 0}

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

# %% ex1
def square(n):
    write("tc_cube", [case["n"] ** 3 for case in official("tc_cube")])
    write("tc_mixed", [(case["n"] * 31 + 7) % 1009 for case in official("tc_mixed")])

# %% ex3
def mixed(n): return None

# %% ex7
def cube(n): return None
