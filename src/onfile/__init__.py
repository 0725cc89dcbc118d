"""Answers over your own documents, each with its page, or an honest refusal."""
