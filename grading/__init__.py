"""The instructor's tools: build an assignment, grade what students hand in, report it."""

import sys

# jsonschema, which nbformat imports, takes two seconds to build a parser for internationalised web addresses if the
# first of these packages is there, and a fifth of all other imports for the patterns and calendars of the others. No
# notebook has a field of those kinds; without the packages jsonschema leaves them out.
for _package in ("rfc3987_syntax", "rfc3986_validator", "isoduration"):
    sys.modules.setdefault(_package, None)  # type: ignore[arg-type]
