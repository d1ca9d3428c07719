"""What a failure is told with. It explains and changes no score.

Of a result it may replace the message and the program that is shown, by smaller ones (`sizes`).

What one can do with it:

* watch a failing program run once more, on numbers that remember, and say what was seen
  (`watching`);
* name what is wrong with answers to tasks: orders, constants, a checker, a loop (`answers`);
* draw a counterexample's graph with the student's gradients and PyTorch's (`pictures`);
* find the smallest size at which an engine stops working (`sizes`).

The student's code may be asked more for that, after it has been judged (`ExerciseRun.ask_aside`).
"""
