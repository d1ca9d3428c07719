// What a worker is started with, loaded once: Pyodide, its snapshot, the grader, the course.

import { xorData } from "./segments.js";

/**
 * Load all parts; `progress` is told how many bytes have come of how many.
 *
 * Without a snapshot (none was made, or it does not arrive) Python starts plainly, only slower: then
 * it also needs the files that a snapshot holds already (`addPlain`).
 */
export async function loadParts(about, progress) {
  let come = 0;
  const counting = (bytes) => {
    come += bytes;
    progress(come, about.bytes);
  };
  const bytes = (name) => loaded(name, counting);
  const [[code, wasm], stdlib, lock, kept, graphviz, files] = await Promise.all([
    bytes("engine/pyodide.asm.wasm.gz").then(compiled),
    bytes("engine/python_stdlib.zip"),
    bytes("engine/pyodide-lock.json.gz").then(unzipped).then((found) => new TextDecoder().decode(found)),
    about.snapshot ? bytes("engine/snapshot.gz").then(unzipped).catch(() => null) : null,
    bytes("engine/graphviz.wasm.gz").then(unzipped).then((found) => WebAssembly.compile(found)),
    bytes("engine/files.gz").then(unzipped).then(listed),
  ]);
  const snapshot = kept && xorData(code, kept);
  const parts = { wasm, stdlib, lock, snapshot, graphviz, files };
  if (about.snapshot && !snapshot) {
    await addPlain(parts);
  }
  return parts;
}

/** Let Python start plainly from now on. */
export async function addPlain(parts) {
  const found = await loaded("engine/plain.gz", () => {}).then(unzipped).then(listed);
  parts.snapshot = null;
  parts.files = [...found, ...parts.files];
}

async function asked(name) {
  const response = await fetch(name);
  if (!response.ok) {
    throw new Error(`${name} did not arrive (${response.status}).`);
  }
  return response;
}

async function loaded(name, counting) {
  const response = await asked(name);
  const pieces = [];
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    pieces.push(value);
    counting(value.length);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

// [path, bytes] of every file that Python is to find.
function listed(bytes) {
  const { text, base64 } = JSON.parse(new TextDecoder().decode(bytes));
  return [
    ...Object.entries(text).map(([path, content]) => [path, new TextEncoder().encode(content)]),
    ...Object.entries(base64).map(([path, content]) => [path, Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))]),
  ];
}

async function unzipped(bytes) {
  return new Uint8Array(await new Response(unzipping(bytes)).arrayBuffer());
}

// The bytes of a WebAssembly module, and the module, which is compiled while the bytes are unzipped.
async function compiled(bytes) {
  const [kept, read] = unzipping(bytes).tee();
  const response = new Response(read, { headers: { "Content-Type": "application/wasm" } });
  const [code, wasm] = await Promise.all([new Response(kept).arrayBuffer(), WebAssembly.compileStreaming(response)]);
  return [new Uint8Array(code), wasm];
}

// Some servers say that a .gz file is its content compressed; then the browser has undone that.
function unzipping(bytes) {
  const stream = new Blob([bytes]).stream();
  const zipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return zipped ? stream.pipeThrough(new DecompressionStream("gzip")) : stream;
}
