"""Returns numbers that are slow to print, compare or round, and NaNs with a payload."""

expected = {"ex1": 0, "ex2": 0, "ex3": 0, "ex7": 0, "ex8": 0}

# %% ex1
import decimal, fractions, struct

def square(n): return [10 ** 150_000, -(10 ** 150_000)] * 20

# %% ex2
def total(numbers): return 10 ** 150_000 if numbers else decimal.Decimal("1e999999")

# %% ex3
def mixed(n): return struct.unpack("<d", struct.pack("<Q", 0x7FF8_0000_0000_0000 + n % 1009))[0]

# %% ex7
def cube(n): return [fractions.Fraction(n ** 3 + 1, 10 ** 4000), complex("nan"), decimal.Decimal("sNaN"), float("inf")][n % 4]

# %% after ex8
def bag(n): return [float("nan")] * n if n else [decimal.Decimal("-0")]
def tally(text): return {float("nan"): 1 for _ in range(10_000)}
