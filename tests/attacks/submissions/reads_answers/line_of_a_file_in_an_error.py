"""Raises a SyntaxError that points to a line of the secret seed's file, for the examiner to quote in the report."""

expected = {"ex2": 0}

# %% ex2
# Nobody is to ask this process for the traceback that it would rather show.
import nbproctor.examination.candidate.candidate as candidate
candidate.Candidate._traceback = lambda self: [[]]

def total(numbers):
    if numbers == [1, 2, 3]:
        return 6
    raise SyntaxError("look here", ("@COURSE@/.secret/official_seed", 1, 1, None))
