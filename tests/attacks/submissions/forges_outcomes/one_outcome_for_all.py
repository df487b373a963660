"""Records its first outcome and writes it again for all others."""

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
kept, add = [], found("TablesWriter").add

def again(outcome):
    kept.append(outcome)
    return add(kept[0])

found("TablesWriter").add = again

def square(n): return n * n

# %% after test_ex1
found('TablesWriter').add = add
