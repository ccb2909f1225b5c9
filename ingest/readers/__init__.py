"""One reader for each form in which rules are found."""
