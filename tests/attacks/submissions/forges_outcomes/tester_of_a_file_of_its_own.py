"""Writes a tester_fw package into its folder and forgets the loaded one, so that test cells import its own."""

expected = {"ex1": 0}

# %% ex1
import os, sys

os.makedirs("own/tester_fw", exist_ok=True)
open("own/tester_fw/__init__.py", "w").close()
with open("own/tester_fw/testers.py", "w") as file:
    file.write("class Tester:\n    def __init__(s, *a, **k): 0\n    def run_tests(s, *a): print('Passed!')\n")
kept = {name: sys.modules.pop(name) for name in list(sys.modules) if name.split(".")[0] == "tester_fw"}
sys.path.insert(0, "own")

def square(n): return None

# %% after test_ex1
sys.path.remove("own")
for name in [name for name in sys.modules if name.split(".")[0] == "tester_fw"]:
    del sys.modules[name]
sys.modules.update(kept)
