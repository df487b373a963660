"""What a tested function gave, case by case: a runner writes it, and only a judge reads it.

Meets no secret: the inputs are not in it, nor what was expected.
"""
