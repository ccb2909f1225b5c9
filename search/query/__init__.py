"""The query language: operators, fields and phrases around the words of a question."""
