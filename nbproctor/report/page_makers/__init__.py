"""Pages of what students wrote, made in processes that can be ended.

Meets no secret but the case that a failed test names; submitted code is text here.
"""
