"""The words of the messages between the processes of an examination."""

from __future__ import annotations

import struct

# What a warm parent says when it can fork, or why it cannot; and the number of a process that it forked.
READY, REFUSED = "ready", "refused"
PROCESS_NUMBER = struct.Struct("!q")

# Where a name stands that a test cell replaced, and what became of it there.
NAMES, BUILTINS = "names", "builtins"
PUT, GONE, BACK = "put", "gone", "back"

# What a test cell passed that is no plain data.
FUNCTION, ITERATOR, OBJECT, DATABASE, ERROR = "function", "iterator", "object", "database", "error"
