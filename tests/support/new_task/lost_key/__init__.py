"""Lost key: one line of a long list says in which room the key is."""
