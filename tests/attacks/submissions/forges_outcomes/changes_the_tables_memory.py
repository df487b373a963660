"""Makes the memory for tables shorter, longer and read-only, and punches holes into it."""

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
import ctypes, fcntl, os

libc = ctypes.CDLL(None, use_errno=True)

def square(n):
    memory = found("TablesWriter")._memory
    for attempt in (lambda: memory.resize(8), lambda: memory.resize(1 << 30), lambda: memory.madvise(9)):
        try:
            attempt()
        except (OSError, ValueError, SystemError):
            pass
    for number in range(3, 256):
        for attempt in (lambda: os.ftruncate(number, 0), lambda: os.ftruncate(number, 1 << 30),
                        lambda: fcntl.fcntl(number, 1033, 8 | 16), lambda: libc.fallocate(number, 3, 0, 1 << 23),
                        lambda: os.fchmod(number, 0)):
            try:
                attempt()
            except OSError:
                pass
