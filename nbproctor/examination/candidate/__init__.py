"""The process that runs a submission. The only place where submitted code runs; holds no secret."""
