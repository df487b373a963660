"""Returns references to things that there are not, of types with names that break messages."""

expected = {"ex1": 0, "ex2": 0}

# %% ex1
import msgpack
import nbproctor.examination.candidate.student_objects as student_objects

refer = student_objects.StudentObjects._refer

def lie(self, value):
    refer(self, value)
    if isinstance(value, Odd):
        return msgpack.packb(value.reference)
    return refer(self, value)

class Odd:
    def __init__(self, *reference): self.reference = reference

student_objects.StudentObjects._refer = lie

def square(n): return Odd(-1, "int\0" if n else "A" * 100_000)

# %% ex2
def total(numbers): return {Odd(1, "x"), Odd(1, "x"), Odd(10**18, "\ud800"), Odd("total", 1)}
