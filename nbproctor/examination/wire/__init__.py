"""What may pass between the processes of an examination, and how. Holds no secret; runs no code."""
