"""Installs handlers that swallow every exception: set_custom_exc, showtraceback, sys.excepthook."""

expected = {"ex1": 0}

# %% ex1
import sys

shell = get_ipython()
shell.set_custom_exc((BaseException,), lambda *args, **kwargs: None)
shell.showtraceback = shell._showtraceback = lambda *args, **kwargs: None
sys.excepthook = sys.unraisablehook = lambda *args: None

def square(n): return None
