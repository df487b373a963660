"""Sends itself SIGSTOP in the middle of a call, so that it neither answers nor ends."""

expected = {"ex2": 0}

# %% ex2
import os, signal
def total(numbers): os.kill(os.getpid(), signal.SIGSTOP)
