// The work as a file: a zip that `topograde grade` takes, and back.

import { unzipped, zipped } from "./zip.js";

const UNNAMED = "my-work";

/** Download every exercise that was begun; the zip's name is the student's id for the grader. */
export function handInOf(course, records, name) {
  const begun = course.exercises.filter(({ id, stub }) => records.get(id).text !== stub);
  const files = Object.fromEntries((begun.length ? begun : course.exercises).map(({ id, file }) => [file, records.get(id).text]));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(zipped(files));
  link.download = `${name.trim().replace(/[^\p{L}\p{N}._@-]+/gu, "-").replace(/^[.-]+/, "") || UNNAMED}.zip`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Texts by exercise, from files that the reader chose. Throws an Error with a sentence. */
export async function loadedFrom(chosen, course) {
  const found = new Map();
  for (const file of chosen) {
    const texts = file.name.endsWith(".zip") ? await unzipped(file) : { [file.name]: await file.text() };
    for (const { id, file: name } of course.exercises) {
      if (name in texts) {
        found.set(id, texts[name]);
      }
    }
  }
  if (!found.size) {
    throw new Error(`No exercise was found there. A file is recognized by its name, such as ${course.exercises[0].file}.`);
  }
  return found;
}
