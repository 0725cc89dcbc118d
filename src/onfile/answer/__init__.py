"""What is the answer?"""
