"""Attacks, graded in a few runs."""

from __future__ import annotations

import sys
from pathlib import Path

# The modules beside the tests: these are no package.
sys.path.insert(0, str(Path(__file__).parent))
