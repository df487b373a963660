"""From a folder that a student handed in to the paper that is examined, or one sentence why not.

Reads submitted code as text and runs none. Meets no expected answer but what stands in the instructor's cells.
"""
