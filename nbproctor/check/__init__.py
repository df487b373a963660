"""Proofs that an assignment grades rightly: right work passes, wrong work fails, nothing leaks.

Draws official cases of other seeds, and reads the secret seed to look for its cases in the release. Runs the
instructors' own solutions, right and wrong; meets no submitted code.
"""
