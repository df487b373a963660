"""The instructor's tools: build an assignment, grade what students hand in, report it.

What an author imports in a `cases.py` is here: `JudgedFunctions`, `Sampler` and `proof`.
"""

from nbproctor.system.left_out_imports import leave_out

leave_out()  # before anything imports nbformat

from nbproctor.assignment.author_file import proof  # noqa: E402
from nbproctor.assignment.sampler import JudgedFunctions, Sampler  # noqa: E402

__all__ = ["JudgedFunctions", "Sampler", "proof"]
