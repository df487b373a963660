"""What students wrote and printed, made safe to be shown. Submitted code is text here, and never runs."""
