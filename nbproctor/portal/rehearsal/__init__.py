"""Rehearsals of an exam day: simulated students, the portal that they use, and the page that says how it went."""
