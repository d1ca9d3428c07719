"""Writes answers of its own to the channel, and looks for files to read."""

import json
import os
import struct

for path in ("/etc/passwd", "/proc/self/environ", "/work", "."):
    try:
        os.listdir(path) if os.path.isdir(path) else open(path).read()
    except OSError:
        continue
    raise SystemExit("read " + path)
body = json.dumps({"nonce": "", "answers": [{"value": []}] * 300, "done": True, "notices": []})
for fd in range(3, 10):
    try:
        os.write(fd, struct.pack(">I", len(body)) + body.encode())
    except OSError:
        continue


class Tensor:
    def __init__(self, data):
        os._exit(0)
