"""Submits the first half of a notebook."""

expected = {"*": 0}
told = "is not a notebook"

# %% hand in
text = nbformat.v4.writes(notebook)
path.write_text(text[: len(text) // 2])
