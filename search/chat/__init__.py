"""Answers as messages of a chat: no longer than its server takes, and nothing but text."""
