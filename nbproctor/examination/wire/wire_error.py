"""What can be wrong with a message."""


class WireError(Exception):
    """A value that cannot travel, or bytes or parts that are not a value or a message."""
