"""Real nodes of OpenSearch on the loopback, each a process of its own."""
