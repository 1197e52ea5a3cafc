"""Records that storage systems print about their copies: one small reader per product family."""
