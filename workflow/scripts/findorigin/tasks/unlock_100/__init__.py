"""Unlock $100: an essay with a sentence that says it is worth $100 as the response (paper, section 6)."""
