"""Wrong beliefs about exercises that ask for answers and not for an engine, by exercise.

`beliefs` holds all of them, in the order in which they are named when several fit.
"""
