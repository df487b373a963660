"""What the imports, demo inputs and solutions of lookup1 define."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="session")
def reference() -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "__main__"}
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(ROOT / "source" / "lookup1")
        for cell in nbformat.read("lookup1.ipynb", as_version=4).cells:
            if cell.cell_type == "code" and not cell.id.startswith("test_"):
                code, _, _demo = cell.source.partition("### demo function call")
                exec(compile(code, cell.id, "exec"), names)
    return names
