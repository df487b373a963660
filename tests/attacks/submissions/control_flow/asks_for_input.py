"""Waits for input that nobody types, on standard input and on the terminal."""

expected = {"ex1": 0, "ex2": 0}

# %% ex1
def square(n): return int(input("What is the answer? "))

# %% ex2
import getpass
def total(numbers): return int(open("/dev/tty").readline() or getpass.getpass())
