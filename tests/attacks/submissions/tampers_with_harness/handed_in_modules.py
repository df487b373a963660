"""Submits modules named like the grader's and Python's, which write outside when anyone imports them."""

# %% before ex1
import fractions, sitecustomize, tester_fw

# %% hand in
spoiler = """
import os
for place in ("@COURSE@", "@BESIDE@", "@SCRATCH@", "@OUTPUT@"):
    try:
        open(os.path.join(place, "@TOKEN@"), "w").write("imported")
    except OSError:
        pass
"""
NAMES = ("random", "fractions", "sitecustomize", "usercustomize", "cases", "conftest", "json", "nbproctor/__init__",
         "tester_fw/__init__", "tester_fw/testers", "numpy/__init__", "IPython/__init__", "encodings/__init__")
for name in NAMES:
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / f"{name}.py").write_text(spoiler)
nbformat.write(notebook, path)
