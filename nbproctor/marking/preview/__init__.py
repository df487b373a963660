"""What another grading of a class would change, told without changing anything.

Meets submitted code as text alone; passes the secret seed on to the grading.
"""
