"""Facts about the document, read from the file itself."""
