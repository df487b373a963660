"""Sends forms of figures that are none: with limits that are not finite, of huge size, of other types, of nothing."""

expected = {"ex1": 0, "ex11": 0}

# %% ex11
import itertools
import matplotlib.pyplot as plt
import msgpack
import nbproctor.examination.candidate.student_objects as student_objects
from nbproctor.examination.wire.codec import Codec
from nbproctor.examination.wire.figures.figure_forms import form_of

refer, form = student_objects.StudentObjects._refer, form_of(plt.figure())
nan, huge = float("nan"), 10**400
forged = itertools.cycle([
    Codec().encode({**form, "size": (nan, nan)}),
    Codec().encode({**form, "size": (1e300, 1e300)}),
    Codec().encode({**form, "dpi": huge}),
    Codec().encode({**form, "axes": [[]] * 100_000}),
    Codec().encode({**form, "label": "x" * 5_000_000}),
    Codec().encode(None),
    b"",
    b"\x80\x04.",
])

def lie(self, value):
    refer(self, value)
    if not isinstance(value, Odd):
        return refer(self, value)
    return msgpack.packb(["figure", next(count), value.place, next(forged), next(count), "Axes"])

class Odd:
    def __init__(self, place): self.place = place

count = itertools.count(-1)
student_objects.StudentObjects._refer = lie

def chart(values): return [Odd([]), Odd(["axes", 10**30]), Odd(["canvas"]), Odd([[]])][len(values) % 4]

# %% ex1
def square(n): return plt.figure() if n else Odd([])
