"""Submissions marked by the workers of a Dask cluster."""
