"""Tests of the pages written out as files."""
