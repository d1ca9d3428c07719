"""What the commands do, one module a command: set up, work, print, and say how to end."""
