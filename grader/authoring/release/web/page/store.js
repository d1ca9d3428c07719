// The reader's work, in this browser and nowhere else: a text an exercise, and what is known of it.

const NAME = "topograde";
const TABLE = "work";

/** Opens the store of one course. Where the browser keeps nothing, a store that forgets. */
export async function openStore(course) {
  try {
    const base = await opened();
    const key = (exercise) => `${course}/${exercise}`;
    return {
      lasting: true,
      get: (exercise) => done(base.transaction(TABLE).objectStore(TABLE).get(key(exercise))),
      set: (exercise, record) => put(base, record, key(exercise)),
    };
  } catch {
    const kept = new Map();
    return {
      lasting: false,
      get: async (exercise) => kept.get(exercise),
      set: async (exercise, record) => { kept.set(exercise, record); },
    };
  }
}

function opened() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(TABLE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("blocked"));
  });
}

/** Committed at once: a transaction that is still open when the page is left may be given up. */
function put(base, record, key) {
  const transaction = base.transaction(TABLE, "readwrite");
  const written = done(transaction.objectStore(TABLE).put(record, key));
  transaction.commit();
  return written;
}

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
