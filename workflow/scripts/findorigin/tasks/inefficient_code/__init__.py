"""Inefficient code: name the two slow functions among the sound ones of a module (paper, section 6)."""
