"""Exam day: what students hand in is kept, acknowledged with a receipt, and graded at once.

The portal meets no secret but the key that signs receipts, and reads no notebook: its grader is another process.
"""
