"""The API: what it says, how it says it, and that nothing breaks it."""
