"""Judges what a submission's functions gave, against the official cases.

Runs no submitted code, and unpickles nothing.
"""
