"""nbgrader's own modules, without what makes them slow to start."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

# jsonschema, which nbformat imports, takes two seconds to build a parser for internationalised web addresses if the
# first of these packages is there. The patterns and calendars of the other two take as long as a fifth of all other
# imports. No notebook has a field of those kinds; without the packages jsonschema does not check them.
LEFT_OUT = ("rfc3987_syntax", "rfc3986_validator", "isoduration")


def leave_out() -> None:
    """Let an import of these packages fail, as if they were not installed."""
    for package in LEFT_OUT:
        sys.modules.setdefault(package, None)  # type: ignore[arg-type]


def allow_all_imports() -> None:
    """Let these packages be imported after all: what a student's notebook can import at home, it can import here."""
    for package in LEFT_OUT:
        if sys.modules.get(package, sys) is None:
            del sys.modules[package]


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
