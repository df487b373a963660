"""The instructor's tools: build an assignment, grade what students hand in, report it."""

import sys

# jsonschema, which nbformat imports, takes two seconds to build a parser for internationalised web addresses if the
# first of these packages is there, and a fifth of all other imports for the patterns and calendars of the others. No
# notebook has a field of those kinds; without the packages jsonschema leaves them out.
DONE_WITHOUT = ("rfc3987_syntax", "rfc3986_validator", "isoduration")
for _package in DONE_WITHOUT:
    sys.modules.setdefault(_package, None)  # type: ignore[arg-type]


def allow_all_imports() -> None:
    """Let them be imported after all: whatever a student's notebook imports at home, it imports here."""
    for package in DONE_WITHOUT:
        if sys.modules.get(package, sys) is None:
            del sys.modules[package]
