"""Figures of matplotlib as plain data: what their form holds, how it is read, and how they are drawn again.

Nothing here imports matplotlib: a process that has imported none has no figure.
"""
