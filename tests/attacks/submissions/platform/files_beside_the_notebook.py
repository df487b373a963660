"""Submits modules, a configuration and a case file beside its notebook."""

expected = {"ex3": 0}

# %% ex3
def mixed(n): return None

# %% hand in
path.write_text(nbformat.v4.writes(notebook))
for name in ("grading_config.py", "nbgrader_config.py", "numpy.py", "sitecustomize.py", "conftest.py"):
    (folder / name).write_text("raise SystemExit('loaded')")
(folder / "tester_fw").mkdir()
(folder / "tester_fw" / "testers.py").write_text("class Tester:\n    def __init__(*a, **k): 0\n    def run_test(s): 0\n")
(folder / "data").mkdir()
(folder / "data" / "tc_mixed").write_bytes(b"")
