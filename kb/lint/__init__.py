"""Lint: the citations of a text, judged by the editions held."""
