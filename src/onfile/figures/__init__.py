"""Which numbers does a document state?"""
