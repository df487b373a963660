"""Changes the class of the given object, so that everything it holds and returns equals everything."""

expected = {"ex10": 0}
as_in_nbgrader = ["ex10"]

# %% ex10
frame["b"] = frame.a * 2

class Wish(int):
    __eq__ = lambda self, other: True
    __ne__ = lambda self, other: False
    __hash__ = lambda self: 0

Deck.size = lambda self: Wish()
Deck.owner = property(lambda self: Wish(), lambda self, value: None)
Deck.cards = property(lambda self: Wish(), lambda self, value: None)
del deck.__dict__["cards"], deck.__dict__["owner"]
