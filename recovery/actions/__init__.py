"""Writes: one transaction a function, the lock first, the clock after it."""
