"""nbgrader's own modules, without what makes them slow to start."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType


def nbgrader(module: str) -> ModuleType:
    """One of nbgrader's modules, such as `api` or `converters.base`.

    Importing the package itself runs its server extensions, which import a web server and JupyterLab: most
    of the time that a short run takes. So the package is put in place without being run.
    """
    if "nbgrader" not in sys.modules:
        spec = importlib.util.find_spec("nbgrader")
        assert spec is not None
        package = importlib.util.module_from_spec(spec)
        sys.modules["nbgrader"] = package
        package.__version__ = importlib.import_module("nbgrader._version").__version__  # type: ignore[attr-defined]
    found = importlib.import_module(f"nbgrader.{module}")
    if module == "api":
        found.get_alembic_version = _schema_version  # type: ignore[attr-defined]
        found.app_log.disabled = True  # of an error of the database it tells the traceback, and raises it as well
    return found


def _schema_version() -> str:
    """The version of the gradebook's tables.

    nbgrader asks the program `alembic`, which has to be on the path and imports nbgrader once more; the
    library answers the same.
    """
    from alembic.script import ScriptDirectory

    spec = importlib.util.find_spec("nbgrader")
    assert spec is not None and spec.origin is not None
    return str(ScriptDirectory(str(Path(spec.origin).parent / "alembic")).get_current_head())
