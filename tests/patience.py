"""How long a test waits for what comes at once on a quiet machine, before it calls that hung."""

HANGS = 1800
"""In seconds. A machine that many share may be thirty times slower than it is at night."""
