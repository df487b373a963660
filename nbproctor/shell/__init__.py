"""Cells run as a kernel runs them, without a kernel: a submission's in a runner, the instructor's in other processes.

Holds no secret of its own.
"""
