"""Attacks on the grader: a hostile class, what it does to a bare process, and what it does here."""
