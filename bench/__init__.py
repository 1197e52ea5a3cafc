"""Measures the program against others, in turn, and prints ratios; also makes cases of any size."""
