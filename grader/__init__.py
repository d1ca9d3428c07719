"""Topograde: an autograder for autograd."""

__version__ = "0.1.0"
