"""What every picture needs: style, panels, selection, saving."""
