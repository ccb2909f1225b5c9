"""The API: the answers of the command line as JSON over HTTP, under ``/api/v1``."""
