"""Which units are ranked?"""
