"""The grading of a class: which submissions, in which order, where they are marked, and the files that are written.

Passes the secret seed on to the examination. Handles submitted code as text only.
"""
