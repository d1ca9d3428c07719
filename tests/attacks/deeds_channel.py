"""Attacks on the pipe over which a worker answers.

They sleep where the grader is to read what was sent before the hand-in goes on and answers too:
an attack that is given the time to work.
"""

from tests.attacks.hostile import Attack

ATTACKS = [
    Attack("reply-forged", "finds the nonce in its callers' frames and answers in ones", r'''
        send(frame({"nonce": nonce(), **LOADED}))
        send(frame({"nonce": nonce(), "answers": answers(1.0)}))
        send(frame({"nonce": nonce(), **DONE}))
        time.sleep(0.2)
        ''', "frames"),
    Attack("reply-early", "reads the next request off the pipe and answers before it is asked", r'''
        import select
        if select.select([3], [], [], 0.1)[0]:
            os.read(3, 1 << 16)
        for _ in range(8):
            send(frame({"nonce": nonce(), **LOADED}))
            send(frame({"nonce": nonce(), "answers": answers(1.0)}))
            send(frame({"nonce": nonce(), **DONE}))
        ''', "frames"),
    Attack("reply-doubled", "gives every answer twice, with and without its own", r'''
        def backward(self):
            send(frame({"nonce": nonce(), "answers": [[1.0] * 4] * 2}))
        Value.backward = backward
        ''', "frames"),
    Attack("reply-no-nonce", "answers without the nonce, and with a wrong one", r'''
        send(frame({**LOADED}))
        send(frame({"nonce": "0" * 16, "answers": answers(1.0)}))
        send(frame({"nonce": None, **DONE}))
        ''', "frames"),
    Attack("reply-garbage", "sends bytes that are no frame and no text", r'''
        send(b"\xff\xfe\x00HTTP/1.1 200 OK\r\n\r\n" * 50)
        send(frame(b"\x80\x81\xfe\xff"))
        send(frame(b"[]"))
        time.sleep(0.2)
        ''', "frames", says="disturbed the channel"),
    Attack("reply-giant-length", "announces four gigabytes", r'''
        send(b"\xff\xff\xff\xff" + b"[" * 1000)
        time.sleep(0.2)
        ''', "frames"),
    Attack("reply-giant", "sends six megabytes in one frame", r'''
        send(frame({"nonce": nonce(), "loaded": None, "notices": ["x" * (6 << 20)]}))
        ''', "frames"),
    Attack("reply-truncated", "announces a frame, sends half of it and closes the pipe", r'''
        send(struct.pack(">I", 100) + b'{"nonce": ')
        os.close(4)
        time.sleep(0.2)
        ''', "frames"),
    Attack("reply-nan", "answers with NaN, Infinity, 1e999 and their names", r'''
        text = json.dumps({"nonce": nonce(), "answers": answers(1.0)})
        send(frame({"nonce": nonce(), **LOADED}))
        for word in ("1e999", '"nan"', '"inf"', "NaN", "Infinity"):
            send(frame(text.replace("1.0", word).encode()))
        send(frame({"nonce": nonce(), **DONE}))
        ''', "frames"),
    Attack("reply-nested", "answers with a hundred thousand brackets", r'''
        send(frame(b"[" * 100_000 + b"]" * 100_000))
        ''', "frames"),
    Attack("reply-nested-answer", "a right frame whose answer is a deep list", r'''
        send(frame({"nonce": nonce(), **LOADED}))
        deep = "[" * 300 + "]" * 300
        text = json.dumps({"nonce": nonce(), "answers": ["deep"]}).replace('"deep"', deep)
        send(frame(text.encode()))
        send(frame({"nonce": nonce(), **DONE}))
        ''', "frames"),
    Attack("reply-huge-numbers", "answers with an integer of ten thousand digits", r'''
        send(frame({"nonce": nonce(), **LOADED}))
        text = json.dumps({"nonce": nonce(), "answers": ["n"]}).replace('"n"', "9" * 10_000)
        send(frame(text.encode()))
        ''', "frames"),
    Attack("reply-odd-types", "answers with objects, true, texts and doubled keys", r'''
        send(frame({"nonce": nonce(), **LOADED}))
        odd = [{"error": {"kind": ["x"]}}, {"value": True}, "1.0", True, None, {"__class__": 1}]
        text = json.dumps({"nonce": nonce(), "answers": odd})
        send(frame((text[:-1] + ', "answers": [[true, true]]}').encode()))
        send(frame({"nonce": nonce(), **DONE}))
        ''', "frames"),
    Attack("reply-blames-grader", "reports a fault of the grader's, hoping for a second try", r'''
        send(frame({"setup": "fork: Cannot allocate memory"}))
        send(frame({"nonce": nonce(), "loaded": {"kind": "ungraded", "phase": "loading"}}))
        ''', "frames"),
    Attack("reply-forged-error", "reports errors with numbers that are none and endless texts", r'''
        record = {"kind": "timeout", "limit": 1e300, "skipped": -1, "line": 1e20, "signal": 1e9,
                  "phase": "loading\x1b[2J\u202e", "name": "x" * 9999, "clock": [1]}
        send(frame({"nonce": nonce(), "loaded": record, "notices": [record, 7, "\x1b[31m" * 99]}))
        time.sleep(0.2)
        ''', "frames"),
    Attack("reply-dripped", "sends an answer one byte at a time", r'''
        for byte in frame({"nonce": nonce(), **LOADED}) * 2:
            send(bytes([byte]))
            time.sleep(0.001)
        ''', "frames"),
    Attack("reply-trickled", "stays within every pause, for ever: no answer in a right frame", r'''
        send(frame({"nonce": nonce(), **LOADED}))
        for _ in range(50):
            send(frame({"nonce": nonce(), "answers": []}))
            time.sleep(0.2)
        ''', "frames", says="took longer than"),
    Attack("reply-tiny-frames", "sends two hundred thousand empty answers", r'''
        send(frame({"nonce": nonce(), **LOADED}))
        send(frame({"nonce": nonce(), "answers": []}) * 200_000)
        ''', "frames"),
    Attack("reply-flood", "one gigabyte on the pipe for answers", r'''
        block = b"x" * (1 << 20)
        for _ in range(1000):
            send(block)
        ''', "frames"),
    Attack("files-closed", "closes every file that it has, then goes on", r'''
        send(b"")
        os.closerange(0, 64)
        time.sleep(0.3)
        ''', "frames"),
    Attack("files-swapped", "turns standard output into the pipe for answers, and back", r'''
        send(b"")
        spare = os.dup(4)
        os.dup2(1, 9)
        os.dup2(spare, 1)
        print("full marks", flush=True)
        os.write(1, frame({"nonce": nonce(), "answers": answers(1.0)}))
        time.sleep(0.2)
        ''', "frames"),
    Attack("harness-patched", "replaces the functions that answer, found through frames", r'''
        here = sys._getframe()
        while here is not None:
            names = here.f_globals
            for name in ("StudentEngine", "by_difference", "by_equality"):
                if name in names:
                    if isinstance(names[name], type):
                        names[name].number = lambda self, *a: 1.0
                        names[name].answer = lambda self, item: [1.0, 1.0, 1.0]
                    else:
                        names[name] = lambda *a: True
                        names["STYLES"] = (lambda *a: True,) * len(names["STYLES"])
            here = here.f_back
        send(b"")
        ''', "points"),
]  # fmt: skip
