"""Leaves a thread behind that keeps writing a right table after the test has ended."""

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
import threading, time

def late():
    time.sleep(0.3)
    for _ in range(50):
        write("tc_square", [case["n"] ** 2 for case in official("tc_square")])
        time.sleep(0.01)

def square(n):
    if not any(thread.name == "late" for thread in threading.enumerate()):
        threading.Thread(target=late, name="late", daemon=True).start()
