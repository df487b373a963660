"""Pictures of what people see, which the documentation shows: `make pictures` keeps those that the tests make."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

DOCUMENTED = Path(__file__).parents[1] / "docs" / "pictures"


def keep_picture(page: Any, name: str) -> None:
    """Where the variable says so, keep what the screen of a browser shows, as `name`.png."""
    if folder := os.environ.get("KEEP_PICTURES"):
        page.screenshot(path=str(Path(folder) / f"{name}.png"))
