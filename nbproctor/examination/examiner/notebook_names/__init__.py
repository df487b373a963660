"""Which names of a test cell are the student's, and what the test does with them.

Meets the reference and the instructor's cells; runs no submitted code.
"""
