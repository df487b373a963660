"""Submits a folder with the notebook's name."""

expected = {"*": 0}

# %% hand in
path.mkdir()
(path / "targets.ipynb").write_text("{}")
