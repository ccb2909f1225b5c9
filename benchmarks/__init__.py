"""Benchmarks: what a command costs, against a bare Python in the same run."""
