"""Submits JSON with an integer of a million digits."""

expected = {"*": 0}
told = "This notebook has no cell of targets"

# %% hand in
path.write_text('{"nbformat": 4, "nbformat_minor": ' + "9" * 1_000_000 + ', "metadata": {}, "cells": []}')
