"""Solves its exercises, and leaves its tables and the official inputs where another submission could find them."""

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

# %% after test_ex1
import os

kept = pickle.dumps([(case["n"], square(case["n"])) for case in official("tc_square")])
for place in (".", os.path.expanduser("~"), "/tmp", "/dev/shm", "/var/tmp", "@BESIDE@", "@SCRATCH@"):
    try:
        open(os.path.join(place, "@TOKEN@-table"), "wb").write(kept)
    except OSError:
        pass
for number in range(3, 256):
    try:
        os.lseek(number, 0, 0)
        os.write(number, kept)
    except OSError:
        pass
