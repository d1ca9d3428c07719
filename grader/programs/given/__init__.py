"""What is given beside a program, so that a student's copy needs neither walk nor rule.

* `orders`: in which order rules run, as far as anybody says (`visits`);
* `calls`: the record of one call; `working_out`: the walk behind it, for who has our engines.
"""
