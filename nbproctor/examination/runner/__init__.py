"""The process that runs a submission: the only room where submitted code runs. It holds no secret."""
