"""What does the question ask for?"""
