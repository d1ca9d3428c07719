"""The grader is graded: hand-ins whose right verdict is known go through real workers."""
