"""Sends forms of figures that are none: with limits that are not finite, of huge size, of other types, of nothing."""

expected = {"ex1": 0, "ex11": 0}

# %% ex11
import itertools
import matplotlib.pyplot as plt
from nbproctor.examination.candidate.sent_figures import SentFigures
from nbproctor.examination.wire.codec import Codec
from nbproctor.examination.wire.figures.figure_forms import form_of

form = form_of(plt.figure())
nan = float("nan")
forged = [
    Codec().encode({**form, "size": (nan, nan)}),
    Codec().encode({**form, "size": (1e300, 1e300)}),
    Codec().encode({**form, "dpi": 10**400}),
    Codec().encode({**form, "axes": [[]] * 100_000}),
    Codec().encode({**form, "label": "x" * 5_000_000}),
    Codec().encode(None),
    b"",
    b"\x80\x04.",
    Codec().encode(form),
]
sent, count = SentFigures.sent, itertools.count(-1)

class Odd:
    def __init__(self, place, form): self.place, self.form = place, form

def lie(self, value):
    return (next(count), value.place, value.form) if isinstance(value, Odd) else sent(self, value)

SentFigures.sent = lie
places = [["axes", 10**18], ["canvas"], [[]], ["axes", 0, "figure"], []]

def chart(values): return [Odd(place, form) for place in places for form in forged]

# %% ex1
def square(n): return Odd([], forged[n]) if n else Odd(places[0], forged[-1])
