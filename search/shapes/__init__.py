"""Shapes of the answers in JSON: what each ``…_json`` function gives, key by key."""
