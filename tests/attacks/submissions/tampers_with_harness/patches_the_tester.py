"""Replaces Tester.run_test, the comparison and the rules of tester_fw with functions that do nothing."""

expected = {"ex3": 0}

# %% ex3
import tester_fw.compare, tester_fw.testers
tester_fw.testers.Tester.run_test = lambda self: None
tester_fw.testers.Tester.check_outputs = lambda self, returned: None
tester_fw.testers.difference = tester_fw.compare.difference = lambda *args, **kwargs: None

class Tester:
    def __init__(self, *args, **kwargs): pass
    def run_test(self): pass

def mixed(n): return None
