"""Submits code, names and metadata with lone surrogates, which no file can hold."""

expected = {"ex1": 0}

# %% ex1
def square(n): return "\ud800"

# %% hand in
import json
path.write_text(nbformat.v4.writes(notebook))
content = json.loads(path.read_text())
content["cells"][1]["source"] += "\nprint('\ud800')  # \udfff"
content["metadata"]["\ud800"] = "\udfff"
path.write_text(json.dumps(content))
