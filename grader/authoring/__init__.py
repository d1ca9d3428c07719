"""Make, release and prove a course.

* `verify` lets a course prove itself: stubs earn nothing, solutions everything, nothing is left
  over, and recorded answers are those of today;
* `recording` records PyTorch's answers, so that a student's check needs no PyTorch;
* `release` makes what is handed out: stubs, a notebook, a student's kit, a platform's autograder.
"""
