"""Gradients are nodes of a graph themselves, so they can be differentiated again."""
import math
class Value:
    def __init__(self, data, _prev=(), rule=None, _op=""):
        self.data = float(data); self._prev = tuple(_prev); self._rule = rule; self._op=_op
        self._g = None
    @property
    def grad(self): return 0.0 if self._g is None else self._g.data
    @grad.setter
    def grad(self, x): self._g = x if isinstance(x, Value) else Value(x)
    @staticmethod
    def of(x): return x if isinstance(x, Value) else Value(x)
    def __add__(self, o):
        o = Value.of(o); return Value(self.data+o.data,(self,o),lambda g:(g,g),"+")
    __radd__ = __add__
    def __mul__(self, o):
        o = Value.of(o); return Value(self.data*o.data,(self,o),lambda g:(g*o,g*self),"*")
    __rmul__ = __mul__
    def __neg__(self): return self*-1.0
    def __sub__(self,o): return self+(-Value.of(o))
    def __rsub__(self,o): return Value.of(o)+(-self)
    def __pow__(self, n):
        n = n.data if isinstance(n, Value) else n
        def rule(g):
            if n == 0: return (g*0.0,)
            return (g * (Value.of(n) * self**(Value.of(n) - 1)),)
        return Value(self.data**n,(self,),rule,"**")
    def __truediv__(self,o): return self*Value.of(o)**-1
    def __rtruediv__(self,o): return Value.of(o)*self**-1
    def exp(self):
        out = Value(math.exp(self.data),(self,),None,"exp"); out._rule=lambda g:(g*out,); return out
    def tanh(self):
        out = Value(math.tanh(self.data),(self,),None,"tanh"); out._rule=lambda g:(g*(1.0-out*out),); return out
    def relu(self):
        on = 1.0 if self.data>0 else 0.0
        return Value(max(self.data,0.0),(self,),lambda g:(g*on,),"relu")
    def backward(self):
        topo=[]; build_topo(self,set(),topo)
        gs={id(self):Value(1.0)}
        for v in reversed(topo):
            g=gs.get(id(v))
            if g is None: continue
            if not v._prev:
                v._g = g if v._g is None else v._g+g
                continue
            v._g=g
            for p,s in zip(v._prev,v._rule(g)):
                gs[id(p)] = gs[id(p)]+s if id(p) in gs else s
def build_topo(v, visited, topo):
    stack=[(v,False)]
    while stack:
        n,d=stack.pop()
        if d: topo.append(n)
        elif n not in visited:
            visited.add(n); stack.append((n,True))
            for p in n._prev: stack.append((p,False))
def zero_grad(root):
    t=[]; build_topo(root,set(),t)
    for n in t: n._g=None
