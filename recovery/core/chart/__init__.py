"""The two charts as data: application progress (no time in it), and storage-copy history (height is history)."""

from recovery.core.chart.history import history_chart
from recovery.core.chart.progress import Charted, progress_chart
from recovery.core.chart.values import (
    ChartRow,
    Frame,
    HistoryChart,
    HistoryMark,
    Line,
    Panel,
    ProgressChart,
    Shape,
    Tile,
    WantedBand,
)

__all__ = [
    "ChartRow",
    "Charted",
    "Frame",
    "HistoryChart",
    "HistoryMark",
    "Line",
    "Panel",
    "ProgressChart",
    "Shape",
    "Tile",
    "WantedBand",
    "history_chart",
    "progress_chart",
]
