"""Packages that are kept from jsonschema, which takes long with them and does without."""

import sys

# jsonschema, which nbformat imports, takes two seconds to build a parser for internationalised web addresses if the
# first of these packages is there, and a fifth of all other imports for the patterns and calendars of the others. No
# notebook has a field of those kinds; without the packages jsonschema leaves them out.
LEFT_OUT = ("rfc3987_syntax", "rfc3986_validator", "isoduration")


def leave_out() -> None:
    """Let an import of these packages fail, as if they were not installed."""
    for package in LEFT_OUT:
        sys.modules.setdefault(package, None)  # type: ignore[arg-type]


def allow_all_imports() -> None:
    """Let them be imported after all: whatever a student's notebook imports at home, it imports here."""
    for package in LEFT_OUT:
        if sys.modules.get(package, sys) is None:
            del sys.modules[package]
