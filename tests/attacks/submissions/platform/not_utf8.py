"""Hands in a notebook whose bytes are no UTF-8."""

expected = {"ex1": 0, "ex2": 0, "ex3": 0, "ex4": 0, "ex5": 0, "ex6": 0, "ex7": 0, "ex8": 0}
told = "it is not in UTF-8"

# %% hand in
path.write_bytes(nbformat.v4.writes(notebook).encode() .replace(b"def", b"\xff\xfe\x80"))
