"""The grader's side: keeps the time, forks the processes, writes down what they say.

Holds no secret; runs no code.
"""
