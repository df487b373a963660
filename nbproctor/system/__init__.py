"""What the tools ask of the operating system and of Python: whole files, locks, scratch folders, versions."""
