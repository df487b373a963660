"""The grader's side of an examination: starts the processes, keeps the time, writes down what they say.

Passes the secret seed on to the judges' parent. Handles submitted code as text, runs none, and decodes no outcome.
"""
