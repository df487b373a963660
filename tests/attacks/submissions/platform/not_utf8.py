"""Submits a notebook that is not valid UTF-8."""

expected = {"ex9": 2, "ex10": 2, "*": 0}
told = "it is not in UTF-8"

# %% hand in
path.write_bytes(nbformat.v4.writes(notebook).encode() .replace(b"def", b"\xff\xfe\x80"))
