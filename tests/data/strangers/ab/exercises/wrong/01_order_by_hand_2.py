"""My answers to the three graphs."""

# The same three graphs as code, to be read and not to be changed:
#
#   SHOWCASE            P1              P2
#   a, b, c = 2, 3, 1   a = 2           a = 3
#   d = a * b           b = a * 3       b = a * a
#   e = d + c           c = b * 2       c = b * 2
#   f = a + b           d = b * 5       d = c * 5
#   L = e * f           L = c + d       L = b * d

SHOWCASE_ORDER = ["L", "e", "f", "d", "a", "b", "c"]
SHOWCASE_GRADS = dict(L=1, e=5, f=7, d=5, c=5, a=22, b=17)

P1_ORDER = ["L", "c", "d", "a", "b"]
P1_GRADS = dict(L=1, c=1, d=1, b=7, a=21)

P2_ORDER = ["L", "d", "c", "b", "a"]
P2_GRADS = dict(L=1, b=180, c=45, d=9, a=1080)
