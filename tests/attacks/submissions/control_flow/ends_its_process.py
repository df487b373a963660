"""Calls os._exit(0) in the middle of a test, as if all had gone well."""

expected = {"ex1": 0}
outcomes = {"ex1": "errored"}
told = "ended while the test was calling"

# %% ex1
import os
def square(n): os._exit(0)
