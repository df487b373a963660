"""Raises exceptions whose __str__, __repr__, args and __traceback__ raise, loop or lie."""

expected = {"ex1": 0, "ex2": 0, "ex3": 0}

# %% ex1
class Hostile(Exception):
    def __str__(self): raise Hostile
    __repr__ = __str__
    args = property(__str__)

def square(n): raise Hostile

# %% ex2
class Endless(Exception):
    def __str__(self):
        while True:
            pass

def total(numbers): raise Endless

# %% ex3
class Group(BaseException):
    __str__ = __repr__ = lambda self: "x" * 50_000_000
    __class__ = property(lambda self: AssertionError)
    __cause__ = property(lambda self: self)

def mixed(n): raise Group
