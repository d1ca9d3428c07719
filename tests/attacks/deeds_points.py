"""Attacks for points: on the comparison, on the numbers, on whoever knows the right answer."""

from tests.attacks.hostile import Attack

EQUALS = """
class Equal:
    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = lambda self, other: True
    __ne__ = lambda self, other: False
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = lambda self, other: self
    __abs__ = __round__ = lambda self, *rest: self
    __hash__ = lambda self: 0
    __bool__ = lambda self: True
"""

ATTACKS = [
    Attack("assertion-replaced", "replaces the assertions of unittest and pytest", r'''
        import unittest, sys
        for name in dir(unittest.TestCase):
            if name.startswith("assert"):
                setattr(unittest.TestCase, name, lambda self, *a, **k: None)
        same = type("Same", (), {"__eq__": lambda self, other: True})
        for module in list(sys.modules.values()):
            if "pytest" in getattr(module, "__name__", "") and hasattr(module, "approx"):
                module.approx = lambda found, *a, **k: same()
        ''', "points", cheat="replace the framework's assertion"),
    Attack("abs-replaced", "makes every difference nothing", r'''
        import builtins
        builtins.abs = lambda x: 0.0
        ''', "points", cheat="`builtins.abs = lambda x: 0.0`"),
    Attack("builtins-replaced", "replaces all, any, len, isinstance, float, round and sum", r'''
        import builtins
        builtins.all = builtins.any = builtins.isinstance = lambda *a: True
        builtins.sum = builtins.round = builtins.len = lambda *a: 0
        builtins.hasattr = lambda *a: True
        ''', "points"),
    Attack("float-replaced", "makes `float` answer with an object that equals everything",
        EQUALS + '''
import builtins
builtins.float = builtins.getattr = lambda *a: Equal()
        ''', "points"),
    Attack("math-replaced", "makes math.isclose true and math.isfinite too", r'''
        import math
        math.isclose = math.isfinite = lambda *a, **k: True
        math.isnan = lambda x: False
        ''', "points"),
    Attack("json-replaced", "makes the json module write ones for numbers", r'''
        import json
        dumps = json.dumps
        def forged(item, **options):
            if isinstance(item, dict) and "answers" in item:
                item = {**item, "answers": [[1.0 for _ in a] for a in item["answers"]]}
            return "1" if isinstance(item, float) else dumps(item, **options)
        json.dumps = forged
        json.JSONEncoder.encode = lambda self, item: forged(item)
        ''', "points"),
    Attack("equals-everything", "puts an object into .grad whose comparisons are all true",
        EQUALS + '''
def gradient(node):
    return Equal()
        ''', "points", cheat="`.grad` is an object whose comparisons are all True"),
    Attack("float-that-equals", "a subclass of float that equals everything", r'''
        class Agreeable(float):
            __eq__ = __le__ = __lt__ = __ge__ = __gt__ = lambda self, other: True
            __sub__ = __rsub__ = __abs__ = __add__ = __radd__ = lambda self, *other: self
            __hash__ = float.__hash__
        def gradient(node):
            return Agreeable(0.0)
        ''', "points"),
    Attack("lying-class", "an object that claims to be a float and to equal everything",
        EQUALS + '''
class Liar(Equal):
    __class__ = property(lambda self: float)
    __float__ = lambda self: 0.0
def gradient(node):
    return Liar()
        ''', "points"),
    Attack("lying-float", "__float__ looks for the right answer in the frames of its caller", r'''
        import sys
        class Spy:
            def __float__(self):
                frame = sys._getframe()
                while frame is not None:
                    for name in ("expected", "right", "wanted", "answer"):
                        if type(frame.f_locals.get(name)) is float:
                            return frame.f_locals[name]
                    frame = frame.f_back
                return 0.0
        def gradient(node):
            return Spy()
        ''', "points"),
    Attack("caller-frame", "takes the right gradient from the caller's frame", r'''
        import sys
        def hunt(self):
            frame = sys._getframe()
            while frame is not None:
                for name, found in list(frame.f_locals.items()):
                    if name in ("expected", "right", "wanted", "reference", "torch_grad"):
                        if type(found) is float:
                            return found
                frame = frame.f_back
            return 0.0
        Value.grad = property(hunt, lambda self, new: None)
        ''', "points", cheat="take PyTorch's gradient from the caller's frame"),
    Attack("gc-search", "searches every object in memory for tables of right answers", r'''
        import gc
        TABLE = {}
        for holder in gc.get_objects():
            for found in gc.get_referents(holder):
                if type(found) is dict and len(found) > 4:
                    if all(type(item) is float for pair in found.items() for item in pair):
                        TABLE.update(found)
        def hunt(self):
            return TABLE.get(self.data, 0.0)
        Value.grad = property(hunt, lambda self, new: None)
        ''', "points"),
    Attack("modules-search", "searches all modules for a table of right answers", r'''
        import sys
        def hunt(self):
            for module in list(sys.modules.values()):
                for name, found in list(vars(module).items()):
                    if name.upper() in ("EXPECTED", "ANSWERS", "SOLUTIONS", "ORACLE"):
                        return dict(found).get(self.data, 0.0)
            return 0.0
        Value.grad = property(hunt, lambda self, new: None)
        ''', "points"),
    Attack("answers-beside", "reads a file of answers beside the grader", r'''
        import json, sys
        def answers():
            folders = [*BAIT["folders"], os.path.dirname(sys.argv[0] or "."), *sys.path]
            for folder in folders:
                try:
                    with open(os.path.join(folder, "answers.json")) as file:
                        return json.load(file)
                except OSError:
                    continue
            return {}
        ANSWERS = answers()
        if ANSWERS:
            mark(sorted(ANSWERS)[:2])
        def gradient(node):
            return ANSWERS.get(str(node.data), 0.0)
        ''', "points", cheat="read a file beside the grader"),
    Attack("torch-wrapped", "imports torch and lets it do the work", r'''
        import torch
        class Value:
            def __init__(self, data):
                self.t = data if isinstance(data, torch.Tensor) else torch.tensor(
                    data, dtype=torch.float64, requires_grad=True)
            data = property(lambda self: self.t.item())
            grad = property(lambda self: self.t.grad.item())
            __add__ = lambda self, other: Value(self.t + other.t)
            __mul__ = lambda self, other: Value(self.t * other.t)
            def backward(self):
                self.t.backward()
        ''', "points", lacking="torch is not installed", cheat="import torch and wrap a tensor"),
    Attack("own-results", "writes full marks into every folder and ends", r'''
        import sys
        wanted = ["results.json", "report.json", "grades.csv", "results/results.json"]
        folders = [*BAIT["folders"], os.path.dirname(os.path.abspath(sys.argv[0] or "/x")), "."]
        for folder in folders:
            for name in wanted:
                try:
                    with open(os.path.join(folder, name), "w") as file:
                        file.write('{"score": 8}')
                    mark(folder)
                except OSError:
                    continue
        os._exit(0)
        ''', "points",
        cheat="write one's own results (report file, results.json, gradebook.db, pickle)"),
    Attack("results-atexit", "writes full marks when the interpreter ends", r'''
        import atexit
        def write():
            for folder in [".", *BAIT["folders"]]:
                try:
                    open(os.path.join(folder, "results.json"), "w").write('{"score": 8}')
                    mark(folder)
                except OSError:
                    continue
        atexit.register(write)
        ''', "points"),
    Attack("results-del", "writes full marks when its last object dies", r'''
        import sys
        class Late:
            def __del__(self, open=open, mark=mark, folders=(".", *BAIT["folders"])):
                for folder in folders:
                    try:
                        open(folder + "/results.json", "w").write('{"score": 8}')
                        mark(folder)
                    except OSError:
                        continue
        sys.late = Late()
        ''', "points"),
    Attack("grader-patched", "replaces the functions that compare, wherever they are", r'''
        import sys
        for module in list(sys.modules.values()):
            for name in list(vars(module)):
                if name.startswith(("same", "is_right", "judge", "compare", "by_", "_send")):
                    if callable(getattr(module, name)):
                        setattr(module, name, lambda *a, **k: True)
        ''', "points"),
    Attack("grader-recoded", "gives functions of the grader another code object", r'''
        import gc, types
        always = (lambda *a, **k: True).__code__
        for found in gc.get_objects():
            if isinstance(found, types.FunctionType) and found.__name__ in (
                "same", "is_right", "judge", "same_number", "same_answer", "converted"
            ):
                found.__code__ = always
        ''', "points"),
    Attack("profiler", "a profiler that changes local variables of the grader", r'''
        import ctypes, sys
        def spy(frame, event, argument):
            if event == "call" and {"found", "expected"} <= frame.f_locals.keys():
                frame.f_locals["found"] = frame.f_locals["expected"]
                ctypes.pythonapi.PyFrame_LocalsToFast(ctypes.py_object(frame), ctypes.c_int(0))
        sys.setprofile(spy)
        ''', "points"),
    Attack("expected-rewritten", "overwrites the right answer's float in memory", r'''
        import ctypes, sys
        def hunt(self):
            frame = sys._getframe()
            while frame is not None:
                found = frame.f_locals.get("expected")
                if type(found) is float:
                    ctypes.c_double.from_address(id(found) + 16).value = 0.5
                frame = frame.f_back
            return 0.5
        Value.grad = property(hunt, lambda self, new: None)
        ''', "points"),
    Attack("not-a-number", "every gradient is nan: no difference from it is too large", r'''
        def gradient(node):
            return float("nan")
        ''', "points"),
    Attack("modules-swapped", "puts fakes into sys.modules for math, unittest and torch",
        EQUALS + '''
import sys, types
class Fake(types.ModuleType):
    def __getattr__(self, name):
        return lambda *a, **k: Equal()
for name in ("math", "unittest", "torch", "grader.programs.compare"):
    for module in list(sys.modules.values()):
        if name in getattr(module, "__dict__", {}):
            setattr(module, name, Fake(name))
    sys.modules[name] = Fake(name)
        ''', "points"),
    Attack("grader-imported", "imports the grader's own rules for derivatives", r'''
        def attack():
            from grader.programs.slopes import value_and_slopes
            return value_and_slopes("mul", (2.0, 3.0)) == (6.0, (3.0, 2.0)) and "slopes"
        ''', "mark", lacking="the package is not installed"),
]  # fmt: skip
