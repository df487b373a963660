"""What students wrote and printed, made safe to be shown."""
