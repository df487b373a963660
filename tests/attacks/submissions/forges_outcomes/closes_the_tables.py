"""Closes the memory for tables in a call, and gives right answers afterwards."""

expected = {"ex1": 0}
harms_itself = True

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
    found("TablesWriter")._memory.close()
    return n * n
