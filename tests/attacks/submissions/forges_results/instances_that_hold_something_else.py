"""Sends instances of builtin types that hold what these cannot hold, with methods that nobody asked for."""

expected = {"ex1": 0, "ex2": 0, "ex7": 0}

# %% ex1
import msgpack
import nbproctor.examination.candidate.student_objects as student_objects

refer = student_objects.StudentObjects._refer

def lie(self, value):
    refer(self, value)
    if isinstance(value, Odd):
        return msgpack.packb([id(value), "Odd", None, False, value.base, value.methods, False]), value.content
    return refer(self, value)

class Odd:
    def __init__(self, base, content, methods=()):
        self.base, self.content, self.methods = base, content, list(methods)
    def __eq__(self, other): return True

student_objects.StudentObjects._refer = lie

METHODS = ["__eq__", "__ne__", "__lt__", "__getattribute__", "__class__", "__instancecheck__", "__reduce__"]

def square(n): return Odd("int", 7, METHODS)

# %% ex2
def total(numbers): return Odd("tuple", [1, 2])

# %% ex7
def cube(n): return Odd("__import__", "os", METHODS)
