"""The instructor's tools: build an assignment, grade what students hand in, report it."""
