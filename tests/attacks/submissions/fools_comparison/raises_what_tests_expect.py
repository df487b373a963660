"""Raises the exceptions that tests and frameworks treat as success: SkipTest, SystemExit, GeneratorExit."""

expected = {"ex1": 0, "ex2": 0, "ex3": 0, "ex7": 0}

# %% ex1
import unittest
def square(n): raise unittest.SkipTest("not today")

# %% ex2
def total(numbers): raise SystemExit(0)

# %% ex3
def mixed(n): raise GeneratorExit

# %% ex7
def cube(n): raise StopAsyncIteration
