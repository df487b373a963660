"""Submits a time stamp of five megabytes that ends in a script."""

# %% hand in
path.write_text(nbformat.v4.writes(notebook))
(folder / "timestamp.txt").write_text("9" * 5_000_000 + "<script>alert(1)</script>")
