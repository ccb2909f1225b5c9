"""Bytes in, rule texts out: sources, readers, the segmenter."""
