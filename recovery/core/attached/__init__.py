"""What is attached, read and set beside what was answered. A reading never changes a verdict (domain.md 4.6)."""
