"""Runs your function on the test cases of an exercise and says what differs, where, and for which input."""
