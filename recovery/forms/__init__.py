"""Forms: they read what was typed, check its shape with the core, and never write."""
