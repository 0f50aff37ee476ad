"""The store: paid responses, one append-only file per model, never asked for twice and never lost."""
