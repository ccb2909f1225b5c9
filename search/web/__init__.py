"""The reading room: the answers of the command line as pages."""
