"""Opens the instructor's source notebook by its path and takes the solutions from it."""

expected = {"ex1": 0}

# %% ex1
import json

try:
    source = json.load(open("@COURSE@/source/targets/targets.ipynb"))
    text = "".join("".join(cell["source"]) for cell in source["cells"] if cell["id"] == "ex1")
    print(text)
    exec(text)
except OSError:
    square = lambda n: None
