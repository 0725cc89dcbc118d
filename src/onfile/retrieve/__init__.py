"""Which passages bear on the question?"""
