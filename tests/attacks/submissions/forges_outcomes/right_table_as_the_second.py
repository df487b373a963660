"""Writes a right table after the wrong one, in the last call of the test."""

expected = {"ex1": 0}

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
calls = []

def square(n):
    calls.append(n)
    if len(calls) == len(official("tc_square")):
        found("TablesWriter").add(CaseOutcome("returned", value_codec().encode(None)))
        write("tc_square", [number ** 2 for number in calls])
