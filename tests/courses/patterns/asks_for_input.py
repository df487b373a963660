"""A lab that asks for input, which nobody answers while it is graded."""
# %% given greet
name = input("What is your name? ")
print("Hello", name)
# %% solution greeting
def greeting(name):
    return f"Hello {name}"
# %% wrong greeting
def greeting(name):
    return name
# %% test test_greeting 1
assert greeting("Ada") == "Hello Ada"
# %% solution ask
def ask():
    return int(input("A number: "))
# %% test test_ask 1
from unittest.mock import patch
with patch("builtins.input", return_value="4"):
    assert ask() == 4
