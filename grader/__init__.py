"""Topograde: an autograder for autograd."""

__version__ = "0.2.0"
