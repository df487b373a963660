"""The instructor's tools: build an assignment, grade what students hand in, report it."""

import sys

# jsonschema, which nbformat imports, builds a parser for internationalised web addresses if this package
# is there, and takes two seconds for it. No notebook has a field of that kind; without the package
# jsonschema leaves it out.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
