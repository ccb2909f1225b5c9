"""What translators exchange: translation memories and reports of what to review."""
