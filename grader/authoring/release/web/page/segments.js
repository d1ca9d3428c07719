// A snapshot is kept without what WebAssembly's own file brings into memory: a fifth of it, which the
// page has loaded already. Read by the page and, when the snapshot is made, by Node.

const DATA = 11; // the section of data segments
const I32_CONST = 0x41;

/**
 * Put the data segments of `code` over the memory that `snapshot` holds, by exclusive or, in place:
 * the first time it takes them out, the second time it brings them back.
 */
export function xorData(code, snapshot) {
  const heap = new DataView(snapshot.buffer, snapshot.byteOffset).getUint32(4, true); // where memory begins
  for (const { start, bytes } of segments(code)) {
    for (let i = 0; i < bytes.length; i += 1) {
      snapshot[heap + start + i] ^= bytes[i];
    }
  }
  return snapshot;
}

function segments(code) {
  let place = 8; // after the magic number and the version
  const number = () => { // LEB128
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = code[place++];
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) {
        return value >>> 0;
      }
    }
  };
  while (place < code.length) {
    const section = code[place++];
    const end = number() + place;
    if (section === DATA) {
      return Array.from({ length: number() }, () => {
        if (number() !== 0 || code[place++] !== I32_CONST) {
          throw new Error("a data segment of an unknown kind");
        }
        const start = number();
        place += 1; // the end of the expression
        const length = number();
        place += length;
        return { start, bytes: code.subarray(place - length, place) };
      });
    }
    place = end;
  }
  return [];
}
