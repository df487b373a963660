"""Mutants of the solutions: how they are made, which of them are no mistakes, and on which inputs others differ."""
