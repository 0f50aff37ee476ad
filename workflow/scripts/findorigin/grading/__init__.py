"""Graders of stored replies: the published regular expression, the declared answer, the outcome of a cell."""
