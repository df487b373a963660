"""Submits cells that are numbers, lists and texts, without sources or with invalid ones."""

expected = {"*": 0}

# %% hand in
import json
cells = [1, "x", None, [], {}, {"cell_type": "code"}, {"cell_type": "code", "source": 7, "metadata": []}]
path.write_text(json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": [], "cells": cells}))
