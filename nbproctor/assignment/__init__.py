"""Source notebooks and what is made of them: cells, cases, the reference, the release.

Holds secrets; runs instructors' code.
"""
