// Keeps the files of one version of the page, each under the hash of its bytes.

const FILES = {{ files }}; // name -> SHA-256 in hex
const SMALL = {{ small }}; // what is kept at once; the rest when it is first asked for

const scope = new URL("./", self.location.href).href;
const CACHE = `topograde ${scope}`; // another page may lie in a folder of this one
const keyOf = (name) => `${scope}${name}?${FILES[name]}`;

self.addEventListener("install", (event) => {
  event.waitUntil(Promise.all(SMALL.map((name) => answer(name))));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(clean().then(() => self.clients.claim()));
});

self.addEventListener("message", (event) => {
  if (event.data === "update") {
    self.skipWaiting();
  }
});

self.addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  address.hash = address.search = "";
  const name = address.href.replace(scope, "") || "index.html";
  if (event.request.method === "GET" && Object.hasOwn(FILES, name)) {
    event.respondWith(answer(name));
  }
});

async function answer(name) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(keyOf(name));
  if (kept) {
    return kept;
  }
  const response = await fetch(name, { cache: "no-cache" });
  if (response.ok && response.status === 200) {
    const copy = response.clone();
    const hash = await crypto.subtle.digest("SHA-256", await response.clone().arrayBuffer());
    const found = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    if (found === FILES[name]) { // else the server has a newer version: that one has its own keeper
      await cache.put(keyOf(name), copy);
    }
  }
  return response;
}

async function clean() {
  const cache = await caches.open(CACHE);
  const wanted = new Set(Object.keys(FILES).map(keyOf));
  for (const request of await cache.keys()) {
    if (!wanted.has(request.url)) {
      await cache.delete(request);
    }
  }
}
