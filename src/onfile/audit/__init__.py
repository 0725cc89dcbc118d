"""Can we prove an answer and replay it?"""
