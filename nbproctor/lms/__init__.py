"""Submissions from a learning management system, and grades back into its sheet.

Archives and sheets are untrusted files: read within bounds, as data. Nothing here uses a network or runs a program.
"""
