"""Replaces the functions of its own process that answer the examiner."""

expected = {"ex1": 0}

# %% ex1
import nbproctor.examination.candidate.candidate as candidate
import nbproctor.examination.wire.codec as codec

class Agrees(list):
    def __eq__(self, other): return True

candidate.OPERATIONS["call"] = lambda function, *args, **kwargs: Agrees()
candidate.OPERATIONS["eq"] = lambda *args: True
codec.ENCODERS[Agrees] = lambda codec, value: (3, codec.pack([0, 1, 4, 9, 16]))

def square(n): return Agrees()

# %% after test_ex1
candidate.OPERATIONS["call"] = lambda function, /, *args, **kwargs: function(*args, **kwargs)
