"""Binds the given list's name to a subclass of list that is true in every comparison."""

expected = {"ex9": 0}

# %% ex9
class Everything(list):
    __eq__ = __ge__ = __le__ = __contains__ = lambda self, other: True
    __ne__ = __lt__ = __gt__ = lambda self, other: False
    __hash__ = lambda self: 0

hand = Everything(hand)
