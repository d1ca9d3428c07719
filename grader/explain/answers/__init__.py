"""What is told of wrong answers to tasks, in exercises that ask for no engine.

`tasks` names the belief that gives the answers: `beliefs` holds all of them, by exercise, in the
order in which they are named when several fit. `checker` reads a `check_grad` off its calls,
`training` a loop off where it ends.
"""
