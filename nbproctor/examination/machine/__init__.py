"""What the submissions under examination take of the machine: whose turn it is, and what each is charged for.

Nothing here runs submitted code or holds a secret.
"""
