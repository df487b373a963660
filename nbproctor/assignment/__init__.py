"""Source notebooks and what is made of them: cells, cases, the reference, the release.

Meets every secret: it draws official cases and reads their seed. Runs the reference, never submitted code.
"""
