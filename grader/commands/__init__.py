"""What the commands do: set up, work, print, and say with which exit code to end."""
