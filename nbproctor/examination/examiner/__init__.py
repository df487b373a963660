"""The process that runs the instructor's test cells.

The only place where expected answers are; runs no submitted code.
"""
