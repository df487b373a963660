"""What the reference's own examination shows of the tests, and what is refused of submissions since.

Holds official cases; runs no submitted code.
"""
