"""Cells run as a kernel runs them, without a kernel.

Holds no secret of its own. Runs the code that its process is there for: a submission's in a runner, the instructor's in
any other.
"""
