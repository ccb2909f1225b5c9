"""Verifying many documents: found, read and judged in batches, written as they come."""
