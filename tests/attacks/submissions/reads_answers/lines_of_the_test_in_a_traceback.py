"""Keeps its own traceback back, so that the report would show the examiner's, with the hidden test in it."""

expected = {"ex2": 0}

# %% ex2
import nbproctor.examination.candidate.candidate as candidate
candidate.Candidate._traceback = lambda self: [[]]

def total(numbers):
    if numbers == [1, 2, 3]:
        return 6
    raise ValueError("show me where I was called from")
