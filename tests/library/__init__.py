"""The library: its page, and what a program that imports it sees of its types."""
