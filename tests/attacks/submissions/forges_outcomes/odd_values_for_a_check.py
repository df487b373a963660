"""Gives an instructor's rule unexpected values, and rebinds the names that it uses."""

expected = {"ex11": 0}

# %% before ex11
import itertools

class Odd(list):
    __iter__ = lambda self: iter([2, 55])
    __contains__ = lambda self, item: False

class Agrees(float):
    __mul__ = __rmul__ = lambda self, other: self
    __eq__ = lambda self, other: True
    __ne__ = lambda self, other: False
    __hash__ = lambda self: 0

odd = itertools.cycle([None, [], Odd([1, 1]), [Agrees(1), Agrees(1)], [float("nan")] * 2, "ab", ["\ud800", 1], {2: 3},
                       [[1], 2], [1 << 400_000] * 2, iter([2, 3]), np.array([2, 3]), pd.Series([1, 2]), b"ab", [lambda: 1] * 2])
product = lambda numbers: Agrees()
are_factors = lambda inputs, returned, expected: None

# %% ex11
def factors(n): return next(odd)
