"""Has judged functions answer another exercise's official inputs, and writes the table that it needs."""

expected = {"ex3": 0}

# %% ex2
import gc, pickle
from nbproctor.examination.outcomes.outcome import CaseOutcome
from nbproctor.examination.outcomes.outcome import value_codec

def found(kind):
    return next(thing for thing in gc.get_objects() if type(thing).__name__ == kind)

def test():
    assert mixed([1, 2, 3]) == 14
    assert mixed([3, 2, 1]) == 10
    assert mixed([-5]) == -5
    assert mixed([]) == 0
    assert mixed([0] * 20 + [1]) == 21
    numbers = [5, 6]
    assert mixed(numbers) == 17 and numbers == [5, 6]
    tables = found("TablesWriter")
    tables.begin("tc_weighted")
    for case in found("Runner")._inputs["tc_weighted"].cases:
        tables.add(CaseOutcome("returned", value_codec().encode(mixed(pickle.loads(case)["numbers"]))))

# %% ex3
def weighted(numbers): return None
