"""What the pictures show (selection, series) and how they are drawn (heatmap, bars, outcomes)."""
