"""Proofs that an assignment grades rightly: right work passes, wrong work fails, nothing leaks."""
