"""What kind of document is this, and what are its parts?"""
