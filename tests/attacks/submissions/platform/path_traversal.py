"""Names files outside its folder in attachments, in cell ids and in the notebook's metadata."""

# %% edit
notebook.metadata["path"] = "../../../course/grading_config.py"
for number, each in enumerate(notebook.cells):
    if not each.metadata.get("nbgrader"):
        each.id = "../../../../canary"
note = nbformat.v4.new_markdown_cell("![](attachment:../../../../beside/canary)")
note.attachments = {"../../../../beside/canary": {"image/png": "AAAA"}}
notebook.cells.append(note)
