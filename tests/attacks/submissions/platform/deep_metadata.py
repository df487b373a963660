"""Submits cells whose metadata is nested hundreds deep."""

# %% hand in
import json
path.write_text(nbformat.v4.writes(notebook))
content = json.loads(path.read_text())
deep = {}
for _ in range(300):
    deep = {"x": [deep]}
content["cells"].append({"cell_type": "markdown", "id": "deep", "metadata": {"deep": deep}, "source": "deep"})
path.write_text(json.dumps(content))
