"""Where to look in a student's own text: what is wrong comes from the numbers, the text says where.

`places` is the way in; `regions` finds what belongs to an operator, `lines` the expression in it;
`walks` finds the part of a walk, among the `functions` that it goes through.
"""
