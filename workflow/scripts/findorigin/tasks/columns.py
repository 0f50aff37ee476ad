"""The columns of every table, with those of the axes that tasks name."""

from __future__ import annotations

from findorigin.common import tables
from findorigin.tasks.catalog import FURTHER_AXES

PROMPTS = tables.prompts_schema(FURTHER_AXES)
RESPONSES = tables.responses_schema(FURTHER_AXES)
GRADES = tables.grades_schema(FURTHER_AXES)
CELLS = tables.cells_schema(FURTHER_AXES)
