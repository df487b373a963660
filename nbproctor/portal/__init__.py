"""Exam day: what students hand in is kept, acknowledged with a receipt, and graded at once.

Meets no secret but the key that signs receipts, and no submitted code: graders are processes of their own.
"""
