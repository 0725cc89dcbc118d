"""Who may see what?"""
