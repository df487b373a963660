"""Returns a subclass of str whose lower() and upper() give objects that equal everything."""

expected = {"ex8": 0}

# %% after ex8
class Agrees(str):
    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __contains__ = lambda self, other: True
    __ne__ = lambda self, other: False
    __hash__ = str.__hash__

class Wrong(str):
    lower = upper = strip = title = casefold = lambda self: Agrees("x")
    __eq__ = lambda self, other: True
    __ne__ = lambda self, other: False
    __hash__ = str.__hash__
    __str__ = __repr__ = lambda self: "Bee"
    initial = lambda self: "C"

def label(text): return Wrong("wrong")
