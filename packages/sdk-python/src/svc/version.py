"""Sent as the user agent; a test holds it to pyproject.toml."""

VERSION = "0.2.0"
