"""The checks of the built-in course: `EXERCISE_ID.py`, one module (or folder) an exercise."""
