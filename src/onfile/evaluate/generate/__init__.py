"""Questions with gold, made from what an archive itself holds and does not hold."""
