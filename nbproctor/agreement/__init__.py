"""Which test cells are examined apart: those of which both ways of grading are seen to agree.

What runs here is the instructor's own code. Nothing here meets a submission.
"""
