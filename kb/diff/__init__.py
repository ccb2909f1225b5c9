"""Differences between editions: which rule is which, what changed, and since when."""
