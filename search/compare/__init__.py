"""Answers to ``compare``: texts side by side, and how far the languages are."""
