"""What a message may hold at most, and the error for what it may not."""

MAX_BYTES = 32 << 20
# Lists, dicts and values of extension types. A tuple counts twice, as it travels as a list in an extension type; arrays
# and tables count as several.
MAX_OBJECTS = 1 << 20
# How deep values of extension types may be nested. Lists and dicts between them may be as deep as msgpack allows.
MAX_DEPTH = 64
# The processor time that the keys of a message's dicts and sets may take. Millions of honest keys take
# one second, keys that were made to collide take hours.
MAX_KEY_SECONDS = 2.0
MAX_INT_BYTES = 1 << 16
MAX_FRACTION_BYTES = 1 << 11  # for each of its two numbers
MAX_DECIMAL_LENGTH, MAX_DECIMAL_EXPONENT = 10_000, 1_000_000
# Looking at the numbers of a range makes a list of them.
MAX_RANGE = MAX_BYTES // 8


class WireError(Exception):
    """A value that cannot travel, or bytes or parts that are not a value or a message."""
