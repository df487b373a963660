"""Forks a child that keeps writing a right table, even after its parent has been judged."""

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
import os, time

calls = []

def square(n):
    calls.append(n)
    try:
        if len(calls) == 1 and os.fork() == 0:
            for _ in range(100):
                write("tc_square", [case["n"] ** 2 for case in official("tc_square")])
                time.sleep(0.02)
            os._exit(0)
    except OSError:
        pass
