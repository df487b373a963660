"""What a runner's process gives up before any submitted code runs, so that the kernel keeps that code from it.

Meets no secret and no submitted code itself.
"""
