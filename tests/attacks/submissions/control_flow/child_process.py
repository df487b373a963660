"""Starts programs that outlive the cell, with subprocess, os.system and a shell magic."""

expected = {"ex1": 0}

# %% ex1
import os, subprocess, sys

try:
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], start_new_session=True)
except OSError:
    pass
os.system("sleep 60 &")
get_ipython().system("(setsid sleep 60 &)")

def square(n): return None
