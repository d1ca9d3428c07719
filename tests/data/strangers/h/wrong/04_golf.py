import math as m
class Value:
 def __init__(s,data,_prev=(),_d=lambda g:()):s.data,s.grad,s._prev,s._d=data,0.,_prev,_d
 def _backward(s):
  for p,g in zip(s._prev,s._d(s.grad)):p.grad+=g
 def __add__(s,o):o=V(o);return Value(s.data+o.data,(s,o),lambda g:(g,g))
 def __mul__(s,o):o=V(o);x,y=s.data,o.data;return Value(x*y,(s,o),lambda g:(g*y,g*x))
 def __truediv__(s,o):o=V(o);x,y=s.data,o.data;return Value(x/y,(s,o),lambda g:(g/y,-g*x/y*y))
 def __pow__(s,n):x=s.data;return Value(x**n,(s,),lambda g:(g*n*x**(n-1)if n else 0.,))
 def __neg__(s):return s*-1
 def __sub__(s,o):return s+-o
 def __rsub__(s,o):return-s+o
 def __rtruediv__(s,o):return V(o)/s
 __radd__,__rmul__=__add__,__mul__
 def tanh(s):t=m.tanh(s.data);return Value(t,(s,),lambda g:(g*(1-t*t),))
 def exp(s):e=m.exp(s.data);return Value(e,(s,),lambda g:(g*e,))
 def relu(s):p=s.data>0;return Value(s.data if p else 0.,(s,),lambda g:(g*p,))
 def backward(s):
  build_topo(s,set(),t:=[])
  for n in t:n.grad*=not n._prev
  s.grad+=1
  for n in t[::-1]:n._backward()
def V(o):return o if isinstance(o,Value)else Value(o)
def build_topo(v,visited,topo):
 k=[v]
 while k:
  n=k.pop()
  if n is None:topo.append(k.pop())
  elif n not in visited:visited.add(n);k+=[n,None,*n._prev]
def zero_grad(root):
 build_topo(root,set(),t:=[])
 for n in t:n.grad=0.
