"""Candidate rules for the sentences of a ruling."""
