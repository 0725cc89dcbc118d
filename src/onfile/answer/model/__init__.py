"""The optional way of answering: a language model writes, onfile checks."""
