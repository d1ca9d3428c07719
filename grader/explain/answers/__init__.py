"""What is told of wrong answers to tasks, in exercises that ask for no engine.

`checker` reads a `check_grad` off its calls, `training` a loop off where it ends. `places` finds
the line that a failed check is about, `line_words` one that does what a check's author says. What a
list of nodes or a constant should hold, the check itself tells; how a list came about is watched
(`watching.walks`).
"""
