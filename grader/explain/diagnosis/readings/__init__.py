"""Read the parts of an engine off its numbers, and tell them.

* `probes` are the public programs that are asked; `rules` finds what each operator contributes at
  their points, as a formula (`algebra`), `everywhere` what all have in common,
  `adding` how contributions add up;
* `state` finds what calls leave behind; `calls` what goes wrong in one call of a failing program:
  a rule that runs early, twice or to no effect, a node that does not hold what it should;
* `checker` reads a gradient checker off its calls, `training` a loop off where it ends;
* `composite` makes one engine of what was read, to be compared with everything judged;
* `telling` puts it into words, `known` finds the belief that says the same, `where` finds where to
  look in the student's source.
"""
