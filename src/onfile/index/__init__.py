"""Where is everything kept?"""
