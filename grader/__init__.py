"""Topograde: an autograder for autograd."""

__version__ = "0.3.0"
