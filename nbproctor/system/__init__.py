"""What the tools ask of the operating system and of Python: whole files, locks, scratch folders, versions.

Meets no secret, and submitted code only as text that is made printable.
"""
