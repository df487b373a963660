"""Returns an object of a class that it names int, and one that it names ndarray in a module named numpy."""

expected = {"ex1": 0, "ex4": 0}

# %% ex1
Fake = type("int", (), {"__module__": "builtins", "__eq__": lambda self, other: True, "__hash__": lambda self: 1})
def square(n): return Fake()

# %% ex4
Array = type("ndarray", (), {"__module__": "numpy", "__eq__": lambda self, other: True, "shape": (3,), "dtype": float})
Frame = type("DataFrame", (), {"__module__": "pandas", "equals": lambda self, other: True})
def doubled(table): return Frame()
def centred(values): return Array()
