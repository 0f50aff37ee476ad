"""What every room needs: errors, keys of cells, tables, files, logs, token counts."""
