"""Hands in cells that are numbers, lists and texts, without sources, or with sources that are none."""

expected = {"ex1": 0, "ex2": 0, "ex3": 0, "ex4": 0, "ex5": 0, "ex6": 0, "ex7": 0, "ex8": 0}

# %% hand in
import json
cells = [1, "x", None, [], {}, {"cell_type": "code"}, {"cell_type": "code", "source": 7, "metadata": []}]
path.write_text(json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": [], "cells": cells}))
