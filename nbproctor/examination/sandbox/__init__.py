"""What the kernel keeps the student's code from, and how a candidate's process gives it up.

A warm parent enters a sandbox (`tiers`) before it imports anything of the release; each child that it forks
confines itself before any submitted code runs, and says what is enforced from then on.
"""
