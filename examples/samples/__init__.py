"""Sample submissions: a module an assignment, each a list SAMPLES."""
