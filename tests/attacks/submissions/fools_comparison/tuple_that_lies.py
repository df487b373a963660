"""Returns a subclass of tuple that holds the wrong things, and whose operators, length and iteration say otherwise."""

expected = {"ex8": 0, "ex6": 0}

# %% ex8
class Card(tuple):
    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __contains__ = lambda self, other: True
    __ne__ = lambda self, other: False
    __len__ = lambda self: 2
    __iter__ = lambda self: iter([Agrees(), Agrees()])
    __getitem__ = lambda self, key: Agrees()
    __hash__ = lambda self: hash((14, "s"))
    rank = 9

class Agrees(int):
    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __contains__ = lambda self, other: True
    __ne__ = lambda self, other: False

def card(text): return Card(())

# %% ex6
class Items(tuple):
    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __contains__ = lambda self, other: True
    __ne__ = lambda self, other: False
    __iter__ = lambda self: iter([4, 3, 2, 1])

def countdown(n): return Items([1])
def shout(text): print(text.upper() + "!")
