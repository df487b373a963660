"""Restores the shipped tester, in sys.modules and in the notebook, while the test cell runs."""

expected = {"ex1": 0}
harms_itself = True

# %% ex1
import sys
from tester_fw.testers import Tester as shipped

def square(n):
    sys.modules["tester_fw.testers"].Tester = shipped
    get_ipython().user_ns.update(Tester=shipped, tester=shipped)
    shipped.run_tests = shipped.run_test = lambda self, *more: None
