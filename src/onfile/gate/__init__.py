"""May we answer at all?"""
