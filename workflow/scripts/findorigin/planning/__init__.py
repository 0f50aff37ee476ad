"""What is planned: cells, where their prompts lie, what identifies a model, the key of a request."""
