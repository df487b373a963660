"""Fills the table memory in untested cells, until no more of this submission is accepted."""

expected = {"ex7": 0, "ex8": 0, "ex11": 0}

# %% before ex1
import gc, pickle
from nbproctor.examination.outcomes.outcome import CaseOutcome
from nbproctor.examination.outcomes.outcome import value_codec

def found(kind):
    return next(thing for thing in gc.get_objects() if type(thing).__name__ == kind)

# %% after ex1
def fill():
    for _ in range(9):
        found("TablesWriter").add(CaseOutcome("unreadable", bytes(1_000_000)))

fill()

# %% after ex3
fill()

# %% after ex4
fill()

# %% after ex5
fill()

# %% after ex6
fill()

# %% ex7
def cube(n): return None
