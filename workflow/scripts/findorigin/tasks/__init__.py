"""Tasks without d: a folder each, with its prompts, its grading and its controls. docs/tasks.md says how to
add one.
"""
