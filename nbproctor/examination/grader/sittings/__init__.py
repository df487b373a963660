"""One submission examined apart: the sitting, and its examiner, which may not have to run."""
