"""Hands in JSON with an integer of a million digits."""

expected = {"ex1": 0, "ex2": 0, "ex3": 0, "ex4": 0, "ex5": 0, "ex6": 0, "ex7": 0, "ex8": 0}
told = "no cell of targets is in this notebook"

# %% hand in
path.write_text('{"nbformat": 4, "nbformat_minor": ' + "9" * 1_000_000 + ', "metadata": {}, "cells": []}')
