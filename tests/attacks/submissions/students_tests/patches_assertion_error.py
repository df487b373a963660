"""Replaces AssertionError by a class that every except clause catches, and patches the framework."""

expected = {"ex2": 0}

# %% ex2
import builtins, sys

class Both(type(BaseException)):
    def __instancecheck__(cls, other): return True
    def __subclasscheck__(cls, other): return True
    def __eq__(cls, other): return True
    def __hash__(cls): return 0

class AssertionError(Exception, metaclass=Both):
    def __str__(self): return "passes"
    def __eq__(self, other): return True
    def __hash__(self): return 0

builtins.AssertionError = AssertionError
import tester_fw.suites
tester_fw.suites.Suite.judge = lambda self, points, names: points
tester_fw.suites.Suite.verdict = lambda self, source, about: "fails"
tester_fw.suites.PASSES = tester_fw.suites.FAILS = "fails"

def test():
    raise AssertionError("both")
