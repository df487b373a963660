"""Submits JSON that is nested a hundred thousand deep."""

expected = {"*": 0}
told = "is not a notebook"

# %% hand in
path.write_text("[" * 100_000 + "]" * 100_000)
