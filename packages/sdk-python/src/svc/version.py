"""Sent as the user agent; a test holds it to pyproject.toml."""

VERSION = "0.1.0"
