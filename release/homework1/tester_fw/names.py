"""Names that the test cells and the notebooks share with the tester."""

from __future__ import annotations

DEBUG_VARIABLES = ("input_vars", "original_input_vars", "returned_output_vars", "true_output_vars")
"""What a notebook calls the four dicts of `Tester.get_test_vars`, in their order."""
