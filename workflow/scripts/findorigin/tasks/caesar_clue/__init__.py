"""Caesar clue: a passage with a clue that doesn't belong and a ciphertext at its end (paper, section 6)."""
