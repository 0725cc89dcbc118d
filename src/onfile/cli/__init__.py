"""The terminal face; no logic of its own."""
