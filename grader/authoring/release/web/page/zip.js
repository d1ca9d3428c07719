// A hand-in as a zip: written without compression, read with it (other programs compress).

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const MOST_BYTES = 8 << 20;
const MOST_FILES = 500;
const SAME_DAY = 0x21; // 1 January 1980, the first day that a zip knows

const TABLE = Uint32Array.from({ length: 256 }, (_, value) => {
  for (let bit = 0; bit < 8; bit += 1) {
    value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  }
  return value;
});

function crc(bytes) {
  let sum = -1;
  for (const byte of bytes) {
    sum = TABLE[(sum ^ byte) & 255] ^ (sum >>> 8);
  }
  return (sum ^ -1) >>> 0;
}

/** A zip of `files`, texts by their names. */
export function zipped(files) {
  const pieces = [];
  const listed = [];
  let place = 0;
  for (const [name, text] of Object.entries(files)) {
    const [path, bytes] = [name, text].map((each) => new TextEncoder().encode(each));
    const about = numbers([20, 2], [0x800, 2], [0, 2], [0, 2], [SAME_DAY, 2], [crc(bytes), 4], [bytes.length, 4], [bytes.length, 4], [path.length, 2], [0, 2]);
    listed.push(numbers([CENTRAL, 4], [20, 2]), about, numbers([0, 2], [0, 2], [0, 2], [0, 4], [place, 4]), path);
    const piece = [numbers([LOCAL, 4]), about, path, bytes];
    pieces.push(...piece);
    place += piece.reduce((sum, each) => sum + each.length, 0);
  }
  const size = listed.reduce((sum, each) => sum + each.length, 0);
  const count = Object.keys(files).length;
  const end = numbers([END, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [place, 4], [0, 2]);
  return new Blob([...pieces, ...listed, end], { type: "application/zip" });
}

function numbers(...fields) {
  const bytes = [];
  for (const [value, width] of fields) {
    for (let at = 0; at < width; at += 1) {
      bytes.push((value / 2 ** (8 * at)) & 255);
    }
  }
  return Uint8Array.from(bytes);
}

/** The Python files of a zip, texts by their names without folders. Throws an Error with a sentence. */
export async function unzipped(blob) {
  if (blob.size > MOST_BYTES) {
    throw new Error("That file is larger than any hand-in: nothing was loaded.");
  }
  const view = new DataView(await blob.arrayBuffer());
  const bytes = new Uint8Array(view.buffer);
  const files = {};
  let left = MOST_BYTES;
  for (const entry of entries(view)) {
    const name = new TextDecoder().decode(bytes.subarray(entry.name, entry.name + entry.nameLength)).split("/").pop();
    if (!name.endsWith(".py") || name.startsWith(".")) {
      continue;
    }
    const start = entry.local + 30 + view.getUint16(entry.local + 26, true) + view.getUint16(entry.local + 28, true);
    const text = await content(bytes.subarray(start, start + entry.packed), entry.method, left);
    left -= text.length;
    files[name] = text;
  }
  return files;
}

function* entries(view) {
  let end = view.byteLength - 22;
  while (end >= 0 && view.getUint32(end, true) !== END) {
    end -= 1;
  }
  if (end < 0) {
    throw new Error("That file is not a zip: nothing was loaded.");
  }
  let at = view.getUint32(end + 16, true);
  const count = Math.min(view.getUint16(end + 10, true), MOST_FILES);
  for (let number = 0; number < count && view.getUint32(at, true) === CENTRAL; number += 1) {
    const nameLength = view.getUint16(at + 28, true);
    yield {
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      local: view.getUint32(at + 42, true),
      name: at + 46,
      nameLength,
    };
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
}

async function content(packed, method, most) {
  if (method !== 0 && method !== 8) {
    throw new Error("That zip is packed in a way that this page cannot read: nothing was loaded.");
  }
  let stream = new Blob([packed]).stream();
  if (method === 8) {
    stream = stream.pipeThrough(new DecompressionStream("deflate-raw"));
  }
  const decoder = new TextDecoder();
  let text = "";
  for (const reader = stream.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) {
      return text + decoder.decode();
    }
    text += decoder.decode(value, { stream: true });
    if (text.length > most) {
      throw new Error("That zip holds more than any hand-in: nothing was loaded.");
    }
  }
}
