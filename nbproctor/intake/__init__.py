"""From a folder that a student handed in to the paper that is examined, or one sentence why not.

Holds no secret; runs no code.
"""
