"""Hands in a time stamp that is a pipe's, a page's, and no time's."""

# %% hand in
path.write_text(nbformat.v4.writes(notebook))
(folder / "timestamp.txt").write_text("9" * 5_000_000 + "<script>alert(1)</script>")
