"""Statements with uncertainty from graded cells."""
