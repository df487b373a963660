"""Looks for another submission's tables in its process's files, descriptors and objects, and replays them."""

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
import glob, os

tables = {}
for place in (".", os.path.expanduser("~"), "/tmp", "/dev/shm", "/var/tmp", "@BESIDE@", "@SCRATCH@"):
    for path in glob.glob(os.path.join(place, "@TOKEN@-table")):
        tables.update(pickle.loads(open(path, "rb").read()))
for number in range(3, 256):
    try:
        os.lseek(number, 0, 0)
        tables.update(pickle.loads(os.read(number, 1 << 20)))
    except Exception:
        pass
for thing in gc.get_objects():
    if type(thing) is list and len(thing) == 20 and type(thing[0]) is tuple and len(thing[0]) == 2:
        tables.update(dict(thing))

def square(n): return tables.get(n)
