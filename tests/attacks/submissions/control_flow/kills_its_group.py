"""Signals its process group and session, and everything at once with kill(-1)."""

expected = {"ex1": 0}

# %% ex1
import os, signal

def square(n):
    for function, target in ((os.killpg, os.getpgid(0)), (os.kill, 0)):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        try:
            function(target, signal.SIGTERM)
        except OSError:
            pass
    return None
