"""Questions and answers: look-up, search, comparison, citation, verification."""
