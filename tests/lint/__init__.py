"""The command lint: what it reads, finds, prints and corrects."""
