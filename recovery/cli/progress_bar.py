"""One line on the terminal that says how far the digests are, how fast, and how long it will still take."""

import sys
import time
from typing import TextIO

WIDTH = 28
PAUSE = 0.2
UNITS = ("B", "KB", "MB", "GB", "TB", "PB")


def spelled_size(count: float) -> str:
    """Return a number of bytes in the unit that reads best."""
    for unit in UNITS:
        if count < 1000 or unit == UNITS[-1]:
            return f"{count:,.0f} {unit}" if unit == "B" or count >= 100 else f"{count:,.1f} {unit}"
        count /= 1000
    return ""


def spelled_time(seconds: float) -> str:
    """Return seconds as hours, minutes and seconds."""
    whole = max(0, round(seconds))
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"


class ProgressBar:
    """Redraws itself on ``stream`` at most five times a second. A total of nothing draws nothing."""

    def __init__(self, total: int, stream: TextIO = sys.stderr) -> None:
        self.total, self.stream = total, stream
        self.done, self.begun, self.drawn = 0, time.monotonic(), 0.0

    def add(self, count: int) -> None:
        """Take ``count`` more bytes as done."""
        self.done += count
        now = time.monotonic()
        if now - self.drawn >= PAUSE:
            self.drawn = now
            self.draw(now)

    def draw(self, now: float) -> None:
        """Draw the line."""
        if not self.total:
            return
        share = min(1.0, self.done / self.total)
        rate = self.done / max(now - self.begun, 0.001)
        left = spelled_time((self.total - self.done) / rate) if rate else "?"
        bar = "#" * int(share * WIDTH)
        text = f"[{bar:<{WIDTH}}] {share:4.0%} of {spelled_size(self.total)}, {spelled_size(rate)}/s, {left} left"
        self.stream.write(f"\r{text:<79}")
        self.stream.flush()

    def close(self) -> None:
        """Clear the line."""
        if self.drawn:
            self.stream.write(f"\r{'':<79}\r")
            self.stream.flush()
