"""The graded properties, one module per exercise: `grader/checks/EXERCISE_ID.py`."""
