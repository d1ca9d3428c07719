// What a worker is started with, loaded once: Pyodide, its snapshot, the grader, the course.

/**
 * Load all parts; `progress` is told how many bytes have come of how many.
 *
 * Without a snapshot (none was made, or it does not arrive) Python starts plainly, only slower.
 */
export async function loadParts(about, progress) {
  let come = 0;
  const counting = (bytes) => {
    come += bytes;
    progress(come, about.bytes);
  };
  const bytes = (name) => loaded(name, counting);
  const [wasm, stdlib, lock, snapshot, graphviz, files] = await Promise.all([
    bytes("engine/pyodide.asm.wasm").then((found) => WebAssembly.compile(found)),
    bytes("engine/python_stdlib.zip"),
    bytes("engine/pyodide-lock.json").then((found) => new TextDecoder().decode(found)),
    about.snapshot ? bytes("engine/snapshot.gz").then(unzipped).catch(() => null) : null,
    bytes("engine/graphviz.wasm").then((found) => WebAssembly.compile(found)),
    bytes("engine/files.gz").then(unzipped).then(listed),
  ]);
  return { wasm, stdlib, lock, snapshot, graphviz, files };
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
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
