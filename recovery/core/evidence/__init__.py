"""What a machine wrote, read without executing or loading any of it."""
