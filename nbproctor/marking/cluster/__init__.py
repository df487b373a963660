"""Submissions marked by the workers of a Dask cluster.

Passes the secret seed on to the workers. Handles submitted code as text only.
"""
