"""What is on each page, and is any page missing?"""
