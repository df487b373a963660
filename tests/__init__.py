"""The tests, in the same rooms as what they test; the modules that some share lie in those rooms, too."""
