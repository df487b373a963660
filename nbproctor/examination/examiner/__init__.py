"""The process that runs the instructor's test cells, and holds the official cases with the expected answers.

No submitted code runs here: what comes from the candidate is plain data.
"""
