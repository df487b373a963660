"""Names another kernel, with a command of its own, in the notebook's metadata."""

expected = {"ex1": 0}

# %% ex1
def square(n): return None

# %% edit
notebook.metadata["kernelspec"] = {"name": "../../evil", "display_name": "x", "language": "bash", "argv": ["sh"]}
notebook.metadata["language_info"] = {"name": "bash"}
