"""Patches pickle and copy, so that each call gets a known input."""

expected = {"ex1": 0}

# %% ex1
import copy, pickle

loads = pickle.loads
pickle.loads = lambda data, **more: {"n": 3} if b"square" in data or len(data) < 40 else loads(data, **more)
copy.copy = copy.deepcopy = lambda value, memo=None: 3

def square(n): return 9

# %% after test_ex1
pickle.loads = loads
