"""What may pass between the processes of an examination, and how.

Keeps no secret and runs no code: it encodes what its process gives it, and bounds what comes.
"""
