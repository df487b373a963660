"""Cells run as a kernel runs them, without a kernel.

Holds no secret; runs whatever code its process is there for.
"""
