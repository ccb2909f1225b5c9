"""The pages: a module each, from what a reader asks to what the page shows."""
