"""Renderers: pure functions from a `Report` to text. A renderer never grades."""
