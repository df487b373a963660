"""Replaces the shell's run_cell and run_code with functions that report success."""

# What comes after it in this notebook does not run any more, and earns nothing either.
expected = {"*": 0}

# %% ex1
import types
from IPython.core.interactiveshell import ExecutionResult, InteractiveShell

async def run_code(self, code, result=None, **kwargs):
    return False

InteractiveShell.run_code = run_code
InteractiveShell.run_ast_nodes = run_code

def square(n): return None
