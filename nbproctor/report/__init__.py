"""The results of grading, shown: pages for students and instructors, tables, a spreadsheet.

Of the secrets it meets only the case that a failed test names. Shows submitted code as text.
"""
