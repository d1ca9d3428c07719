"""What a failure is told with. It explains and changes no score.

What one can do with it:

* name what is wrong with an engine, or with an answer to a task, from its numbers (`diagnosis`);
* run a wrong belief as an engine (`misconceptions`, by family: one about breadth-first order is in
  `order`);
* draw a counterexample's graph with the student's gradients and PyTorch's (`pictures`);
* find the smallest size at which an engine stops working (`sizes`).

The student's code may be asked more for that, after it has been judged (`ExerciseRun.ask_aside`).
"""
