"""What is recorded of a class, and what of that stays in the next run.

Meets no submitted code; derives keys from the secret seed.
"""
