"""Read the parts of an engine off its numbers, and tell them.

* `probes` are the public programs that are asked; `rules` finds what each operator contributes, as
  a formula (`formulas`), `adding` how contributions add up;
* `composite` makes one engine of what was read, to be compared with everything judged;
* `telling` puts it into words, `places` finds where to look in the student's source.
"""
