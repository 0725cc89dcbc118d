"""Is each claim supported by what it cites?"""
