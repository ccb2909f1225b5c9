"""What is known: numbers, texts, citations, terms, the graph, the store, the checkers."""
