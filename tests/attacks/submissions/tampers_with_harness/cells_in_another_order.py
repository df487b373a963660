"""Puts all test cells first, before anything is defined, and its solutions after them."""

expected = {"*": 0}

# %% edit
tests = [each for each in notebook.cells if each.id.startswith("test_")]
notebook.cells = tests + [each for each in notebook.cells if each not in tests]
