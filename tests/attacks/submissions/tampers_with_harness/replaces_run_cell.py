"""Replaces the shell's run_cell and run_code with functions that report success."""

# No cell after it runs, and each says that it has: of a test without a Tester nothing else is known.
expected = {"*": 0}
as_in_nbgrader = ["ex5", "ex6", "ex9", "ex10"]

# %% ex1
import types
from IPython.core.interactiveshell import ExecutionResult, InteractiveShell

async def run_code(self, code, result=None, **kwargs):
    return False

InteractiveShell.run_code = run_code
InteractiveShell.run_ast_nodes = run_code

def square(n): return None
