"""Explain a failing program by what was seen in one run on numbers that remember.

* `record` reads what the worker recorded, and believes nothing that does not add up;
* `graph` makes of it operators, edges, and what each node held when;
* `blame` finds the first thing that no right engine does, by one law;
* `source` and `expressions` put numbers back into the student's words, `lines` finds the line;
* `telling` makes a sentence and a question of it, `findings` counts, attaches and ranks.

What it cannot see it does not say.
"""
