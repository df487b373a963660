"""Behaves well in the visible tests, and lazily if it notices that a grader runs it."""

expected = {"ex2": 0}

# %% ex2
import sys

def total(numbers):
    is_graded = "nbproctor" in sys.modules
    is_visible = numbers == [1, 2, 3]
    return 0 if is_graded and not is_visible else sum(numbers)
