"""The autograded notebook made safe to open: formgrader shows it inside the instructor's own session.

nbconvert, which formgrader uses, passes on the HTML of outputs, of Markdown and of raw cells. So everything that could
act in a page is removed here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbformat.v4.rwbase import strip_transient

from nbproctor.assignment.notebook import is_locked
from nbproctor.report.student_content.images import SVG, TYPES, ImageTooLargeError, drawing_element, image_uri
from nbproctor.report.student_content.markup import sanitised

_OPENS_TAG = re.compile(r"<(?=[^\s\d=<-])")
_IMAGE = re.compile(r"!(?=\[)(?P<own>\[[^\[\]\n]*+\]\(attachment:(?P<name>[\w.-]++)\))?")
# nbconvert lets a link run a script, however its address is written. Only addresses that begin like these are safe.
_LINK = re.compile(r"\](?=\((?!https?://|attachment:))")
_DEFINITION = re.compile(r"\](?=:(?!\s*+https?://))")
# In a formula, these put addresses, classes and styles into the page.
_FORMULA_COMMAND = re.compile(r"\\(?=(?:href|url|class|style|cssId|data|require)(?![a-zA-Z]))")
_DIAGRAM = re.compile(r"(?<![`~])([`~]{3,}+[ \t]*+)(?=mermaid)", re.IGNORECASE)


def safe_to_open(notebook: NotebookNode, released: Collection[str]) -> NotebookNode:
    """Copy an autograded notebook without what could run, load or send something where it is shown.

    Args:
        released: the sources of the released cells, which stay as they are.
    """
    cells = [NotebookNode({**cell, "metadata": NotebookNode(cell.metadata)}) for cell in notebook.cells]
    notebook = strip_transient(
        NotebookNode({**notebook, "metadata": NotebookNode(notebook.metadata), "cells": cells})  # shares what stays
    )
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = [_output(output) for output in cell.outputs]
        elif not is_locked(cell):
            _defuse(cell, released)
        if "nbgrader" not in cell.metadata:
            cell.metadata = nbformat.from_dict({})  # the student's own cell: its tags would be classes of the page
    return notebook


def notebook_text(notebook: Mapping[str, Any]) -> str:
    """The text of a notebook's file, a line for each cell.

    nbformat takes five times as long: Python's fast JSON encoder cannot indent.
    """
    cells = ",\n".join(map(_json, notebook["cells"]))
    rest = _json({name: value for name, value in notebook.items() if name != "cells"})
    return f'{{"cells": [\n{cells}\n],\n{rest[1:]}\n'


def _json(value: Any) -> str:
    return json.dumps(value, sort_keys=True)  # in ASCII: a terminal that shows the file obeys nothing in it


def without_tags(markdown: str, attachments: Collection[str] = ()) -> str:
    """Put a space where Markdown would open a tag, load an image, link to what is no web address or style a formula.

    Args:
        attachments: the names of the cell's own images, which are shown.
    """
    markdown = _OPENS_TAG.sub("< ", markdown)
    markdown = _DIAGRAM.sub(r"\1text ", markdown)  # a diagram's text is put into the page as it is
    markdown = _FORMULA_COMMAND.sub(r"\\ ", markdown)
    markdown = _DEFINITION.sub("] ", _LINK.sub("] ", markdown))
    return _IMAGE.sub(lambda image: image[0] if image["name"] in attachments else f"! {image['own'] or ''}", markdown)


def _defuse(cell: NotebookNode, released: Collection[str]) -> None:
    attachments = cell.get("attachments")
    kept = _attachments(attachments) if isinstance(attachments, Mapping) else {}
    if kept:
        cell.attachments = nbformat.from_dict(kept)
    else:
        cell.pop("attachments", None)
    if cell.source not in released:
        cell.source = without_tags(cell.source, kept)


def _attachments(attachments: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """The attachments that are images: nbconvert writes types and base64 into the page unescaped."""
    images_by_name = {name: _images(data) for name, data in attachments.items() if isinstance(data, Mapping)}
    return {name: images for name, images in images_by_name.items() if images}


def _images(data: Mapping[str, Any]) -> dict[str, str]:
    uris = {mime: _uri(mime, data.get(mime)) for mime in TYPES if mime != SVG}
    return {mime: uri.partition(",")[2] for mime, uri in uris.items() if uri}


def _uri(mime: str, content: Any) -> str:
    try:
        return image_uri(mime, _text(content))
    except ImageTooLargeError:
        return ""


def _output(output: NotebookNode) -> NotebookNode:
    data = output.get("data")
    if not isinstance(data, Mapping):
        return output
    # No metadata: nbconvert writes its sizes and file names unescaped into the page.
    return NotebookNode({**output, "data": NotebookNode(_bundle(data)), "metadata": NotebookNode()})


def _bundle(data: Mapping[str, Any]) -> dict[str, str]:
    """The forms of one output that only show something, or else a sentence that names the others."""
    kept = {
        "text/plain": _text(data.get("text/plain")),
        "text/latex": without_tags(_text(data.get("text/latex"))),
        "text/markdown": without_tags(_text(data.get("text/markdown"))),
        "text/html": _html(data),
        **_images(data),
    }
    kept = {mime: text for mime, text in kept.items() if text}
    return kept or {
        "text/plain": f"[Not shown here, because it could run code in a browser: {', '.join(map(str, data))}]"
    }


def _html(data: Mapping[str, Any]) -> str:
    if drawing := _uri(SVG, data.get(SVG)):
        return drawing_element(drawing)
    return str(sanitised(_text(data.get("text/html"))))


def _text(value: Any) -> str:
    if isinstance(value, list):
        return "".join(line for line in value if isinstance(line, str))
    return value if isinstance(value, str) else ""
