"""Attacks on time, memory and output, on the end of the process, and with texts."""

from tests.attacks.hostile import Attack

ENDING = [
    Attack("exit-at-import", "ends the grader's process with exit code 0", r'''
        os._exit(0)
        ''', "harm", says="ended itself with os._exit()", cheat="`os._exit(0)` at import"),
    Attack("exit-in-backward", "the same in the middle of a check", r'''
        Value.backward = lambda self: os._exit(0)
        ''', "harm", says="ended itself with os._exit()"),
    Attack("system-exit", "raises SystemExit at import", r'''
        raise SystemExit(0)
        ''', "harm"),
    Attack("keyboard-interrupt", "raises KeyboardInterrupt in backward", r'''
        def gradient(node):
            raise KeyboardInterrupt
        ''', "harm"),
    Attack("base-exception", "raises an exception that is nobody's, and cannot be printed", r'''
        class Nobody(BaseException):
            def __str__(self):
                raise self
            __repr__ = __str__
        def gradient(node):
            raise Nobody
        ''', "harm"),
    Attack("abort", "aborts", r'''
        os.abort()
        ''', "harm", says="Python itself crashed"),
    Attack("kill-self", "kills its own process, which is the grader's", r'''
        import signal
        os.kill(os.getpid(), signal.SIGKILL)
        os._exit(0)
        ''', "harm"),
    Attack("null-pointer", "reads address 0", r'''
        import ctypes
        ctypes.string_at(0)
        ''', "harm", says="Python itself crashed"),
    Attack("c-stack", "recurses until the C stack is used up", r'''
        import sys
        sys.setrecursionlimit(10**9)
        class Deep:
            def __getattr__(self, name):
                return getattr(self, name + "x" if len(name) < 3 else name)
        def gradient(node):
            return getattr(Deep(), "a")
        ''', "harm", lacking="this Python guards its C stack"),
    Attack("del-for-ever", "an object that takes for ever to die", r'''
        import sys
        class Late:
            def __del__(self):
                while True:
                    pass
        def gradient(node):
            Late()
        ''', "harm", says="took longer than"),
    Attack("atexit-for-ever", "a handler that keeps the process from ending", r'''
        import atexit, time
        atexit.register(time.sleep, 30)
        raise SystemExit
        ''', "harm"),
]  # fmt: skip

EXHAUSTING = [
    Attack("sleep", "sleeps for ever at import", r'''
        import time
        time.sleep(1000)
        ''', "harm", says="took longer than"),
    Attack("endless-loop", "loops for ever in backward", r'''
        def gradient(node):
            while True:
                pass
        ''', "harm", says="took longer than"),
    Attack("endless-in-c", "loops for ever where no signal handler runs", r'''
        import itertools
        def gradient(node):
            return sum(itertools.repeat(0))
        ''', "harm", says="took longer than"),
    Attack("signals-masked", "ignores and masks every signal, then loops", r'''
        import signal
        for number in signal.valid_signals():
            try:
                signal.signal(number, signal.SIG_IGN)
            except OSError:
                continue
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        while True:
            try:
                while True:
                    pass
            except BaseException:  # this is the attack
                continue
        ''', "harm", says="took longer than"),
    Attack("regex", "a pattern that takes for ever to match", r'''
        import re
        re.match("(a+)+$", "a" * 64 + "b")
        ''', "harm", says="took longer than"),
    Attack("ten-gigabytes", "asks for ten gigabytes (and leaves them untouched)", r'''
        def attack():
            import ctypes
            calloc = ctypes.CDLL(None).calloc
            calloc.restype, calloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t] * 2
            if not calloc(10, 1 << 30):
                raise MemoryError
            return True
        ''', "mark", lacking="the machine does not promise ten gigabytes"),
    Attack("memory-grows", "fills more than a gigabyte", r'''
        def attack():
            return len([bytearray(64 << 20) for _ in range(17)])
        ''', "mark", lacking="the machine does not have the memory"),
    Attack("stdout-flood", "prints a gigabyte", r'''
        block = b"x" * (1 << 20)
        for _ in range(1000):
            os.write(1, block)
        ''', "harm", says="printed more than"),
    Attack("stderr-flood", "prints a gigabyte to standard error", r'''
        block = b"y" * (1 << 20)
        for _ in range(1000):
            os.write(2, block)
        ''', "harm", says="printed more than"),
]  # fmt: skip

TEXTS = [
    Attack("nul-in-source", "a NUL in the source", 'class Value: pass\n\x00\nx = "\x00"\n',
           "harm", says="holds a N", raw=True),
    Attack("deep-source", "a source so deep that compilers crash on it",
           "class Value: pass\nx = " + "(" * 5000 + "1" + ")" * 5000 + "\n",
           "harm", says="not valid Python", raw=True),
    Attack("bidi-in-source", "a source that reads differently from what it says",
           'class Value:\n    def __init__(self, data): raise SystemExit("\u202e\u2066// ok '
           '\u2069\u2066")\n', "harm", raw=True),
    Attack("terminal-codes", "an exception whose text clears the screen and turns it around", r'''
        def gradient(node):
            raise SystemExit("\x1b[2J\x1b]0;owned\x07\u202e100/100\r\n=1+1,<script>x</script>")
        ''', "harm"),
    Attack("names-that-lie", "a class whose name is a page of HTML and a formula", r'''
        Evil = type("=cmd()|'<script>alert(1)</script>\u202e\x1b[2J" * 9, (BaseException,), {})
        def gradient(node):
            raise Evil("\ud800 \x00 \udfff")
        ''', "harm"),
]  # fmt: skip

STASH = """
import sys
STASH = sys.__dict__.setdefault("stash", [])
NEWS = [x for x in STASH if len(str(x)) >= 6 and x == round(x, 4)]
init = Value.__init__
def remember(self, data, _prev=()):
    if not _prev:
        STASH.append(data)
    init(self, data, _prev)
Value.__init__ = remember
"""

TELLING = [
    Attack("tell-by-record", "names hidden inputs in a forged account of what went wrong",
        STASH + """
def gradient(node):
    news = [x for x in STASH if len(str(x)) >= 6 and x == round(x, 4)]
    if not news:
        return 0.0
    record = {"kind": "exit", "type": "x", "line": 1, "text": repr(news[-9:])}
    answers = [{"error": record} for _ in (seen("batch") or {"items": [0]})["items"]]
    send(frame({"nonce": nonce(), "answers": answers}))
    send(frame({"nonce": nonce(), **DONE}))
    os._exit(0)
""", "told"),
    Attack("tell-by-limit", "names a hidden input as a limit that it ran into",
        STASH + """
def gradient(node):
    news = [x for x in STASH if len(str(x)) >= 6 and x == round(x, 4)]
    if not news:
        return 0.0
    record = {"kind": "timeout", "limit": abs(news[-1])}
    answers = [{"error": record} for _ in (seen("batch") or {"items": [0]})["items"]]
    send(frame({"nonce": nonce(), "answers": answers}))
    send(frame({"nonce": nonce(), **DONE}))
    os._exit(0)
""", "told"),
    Attack("tell-by-exception", "keeps hidden inputs and tells them in a public check's error",
        STASH + """
def gradient(node):
    news = [x for x in STASH if len(str(x)) >= 6 and x == round(x, 4)]
    raise ValueError(repr(news[-9:]))
""", "told"),
    Attack("tell-by-gradient", "keeps hidden inputs and answers a public check with them",
        STASH + """
def gradient(node):
    news = [x for x in STASH if len(str(x)) >= 6 and x == round(x, 4)]
    return news[0] if news else 0.0
""", "told"),
    Attack("tell-by-printing", "keeps hidden inputs and prints them in a public check",
        STASH + """
def gradient(node):
    news = [x for x in STASH if len(str(x)) >= 6 and x == round(x, 4)]
    if news:
        print(news[-9:])
    return 0.0
if NEWS:
    print(NEWS[-9:])
""", "told"),
    Attack("tell-by-import", "keeps hidden inputs and imports modules that are called so",
        STASH + """
def gradient(node):
    for x in [x for x in STASH if len(str(x)) >= 6 and x == round(x, 4)]:
        __import__(str(x).replace(".", "_"))
for x in NEWS:
    __import__(str(x))
    __import__(str(x).replace(".", "_"))
""", "told"),
    Attack("tell-by-type", "keeps hidden inputs and names the type of a gradient after them",
        STASH + """
def gradient(node):
    news = [x for x in STASH if len(str(x)) >= 6 and x == round(x, 4)]
    return type(str(news[:1]), (), {})()
""", "told"),
    Attack("tell-at-once", "prints the inputs of a trap while it runs, and raises them",
        """
def gradient(node):
    if not node._prev:
        print(node.data)
        raise ValueError(node.data)
""", "told"),
]  # fmt: skip

ATTACKS = [*ENDING, *EXHAUSTING, *TEXTS, *TELLING]
