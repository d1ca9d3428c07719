"""Exercise 1: the backward pass by hand.

No code yet: three graphs and a pencil.

The words of this course
------------------------
In  d = a*b;  e = d + c  every name is a node of a graph:

    input, consumer     a and b are the inputs of d; d is a consumer of a
    leaf, inner node    a, b, c have no inputs; d and e have some
    root                the node that we ask about: e
    gradient            dL/dn: how fast the root L moves when the node n moves

The idea
--------
The root's gradient is 1. Each node passes its gradient on to its inputs:

    d = a*b     contributes  dL/dd * b  to a,  and  dL/dd * a  to b
    e = d + c   contributes  dL/de  to d, and to c

A gradient is the sum of all contributions. So a node waits until ALL of its
consumers have contributed. At a=2, b=-3, c=10:  e 1, d 1, c 1, a -3, b 2.

Your task
---------
For each graph, such as P1, fill in

    P1_ORDER    a right order: a list of names, root first (leaves may be left out)
    P1_GRADS    {name: gradient} of every node

SHOWCASE, at a=2, b=3, c=1 (drawn twice, a and b are one node each):

    a --->+---------+         c --->+---------+
          | d = a*b |-------------->| e = d+c |----+
    b --->+---------+               +---------+    +--->+---------+
                                                        | L = e*f |
    a --->+---------+                              +--->+---------+
          | f = a+b |------------------------------+
    b --->+---------+

P1, at a=2:
                           +---------+
                      +--->| c = b*2 |----+
          +---------+ |    +---------+    +--->+---------+
    a --->| b = a*3 |-+                        | L = c+d |
          +---------+ |    +---------+    +--->+---------+
                      +--->| d = b*5 |----+
                           +---------+

P2, at a=3 (a is both inputs of b):

                      +------------------------------------+
          +---------+ |    +---------+      +---------+    +--->+---------+
    a ===>| b = a*a |-+--->| c = b*2 |----->| d = c*5 |-------->| L = b*d |
          +---------+      +---------+      +---------+         +---------+

What is judged: the numbers, and that each node in an order comes after all of its consumers.

Run this file to see what is still to do:  python 01_order_by_hand.py
Stuck?  topograde hint order-by-hand        Ready?  topograde check order-by-hand
"""

# The same three graphs as code, to be read and not to be changed:
#
#   SHOWCASE            P1              P2
#   a, b, c = 2, 3, 1   a = 2           a = 3
#   d = a * b           b = a * 3       b = a * a
#   e = d + c           c = b * 2       c = b * 2
#   f = a + b           d = b * 5       d = c * 5
#   L = e * f           L = c + d       L = b * d

SHOWCASE_ORDER = ["L", "e", "f"]
SHOWCASE_GRADS = {
    "L": 1.0,
    "e": 5.0,
    "f": 7.0,
    "d": 5.0,
    "c": 5.0,
    "a": 22.0,
    "b": 17.0,
}

P1_ORDER = ["L", "d", "c", "b"]
P1_GRADS = {"L": 1.0, "d": 1.0, "c": 1.0, "b": 7.0, "a": 21.0}

P2_ORDER = ["L", "d", "c", "b"]
P2_GRADS = {"L": 1.0, "d": 9.0, "c": 45.0, "b": 180.0, "a": 1080.0}
