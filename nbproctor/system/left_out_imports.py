"""Packages that our own programs keep from jsonschema: it takes long to import with them, and works without."""

import sys

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
