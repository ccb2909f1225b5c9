"""Comparison: the texts of rules in several languages, and in what they differ."""
