"""Mutants of the solutions: of which operators they are made, which of them are no mistakes, where others differ."""
