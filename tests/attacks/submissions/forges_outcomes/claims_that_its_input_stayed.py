"""Empties its input and claims that it did not: only the runner reports changes to inputs."""

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

def total(numbers):
    answer = sum(numbers)
    numbers.clear()
    return answer

def lie(outcome):
    object.__setattr__(outcome, "changed", {})
    return add(outcome)

found("TablesWriter").add = lie
