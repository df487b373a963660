"""The commands of exam day."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Annotated

import typer

from nbproctor.cli.console import out, print_line
from nbproctor.errors import GradingError


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as problem:
        raise GradingError(f"{path} could not be read: {problem.strerror}") from None


def verify_receipt(
    receipt: Annotated[Path, typer.Argument(help="The receipt, as the portal gave it.", show_default=False)],
    key: Annotated[str, typer.Option(help="The portal's public key, which it publishes.", show_default=False)],
    notebook: Annotated[
        Path | None, typer.Option(help="The file that was handed in.", show_default="not compared")
    ] = None,
) -> None:
    """Say what a receipt promises, if the portal with this key gave it; needs no portal."""
    from nbproctor.portal.receipts import verified

    told = verified(_content(receipt), key)
    if notebook and sha256(_content(notebook)).hexdigest() != told.sha256:
        raise GradingError(f"{notebook} is another file than the one of receipt {told.number}")
    print_line(out, f"Receipt {told.number} of {told.course}: {told.student} handed in {told.assignment}")
    print_line(out, f"Received {told.received_at}, {told.bytes:,} bytes, SHA-256 {told.sha256}")
