"""The grader's side of an examination: starts the processes, keeps the time, writes down what they say.

Passes the secret seed on to the examiners' parent. Handles submitted code as text, and runs none.
"""
