"""Last word: which word stands last in a list?"""
