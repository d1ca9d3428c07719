// Build what the browser page needs and Python cannot make: the editor, in one file, and a copy of
// Pyodide with the licences of both. `node build.mjs FOLDER` writes them into FOLDER.

import { build } from "esbuild";
import { cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const modules = path.join(here, "node_modules");
const out = process.argv[2];
const PYODIDE = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip"];

if (!out) {
  console.error("usage: node build.mjs FOLDER");
  process.exit(2);
}
await rm(out, { recursive: true, force: true });
await mkdir(path.join(out, "licences"), { recursive: true });

const bundle = await build({
  entryPoints: [path.join(here, "editor", "index.js")],
  outfile: path.join(out, "editor.js"),
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  legalComments: "none",
  metafile: true,
});

for (const name of PYODIDE) {
  await cp(path.join(modules, "pyodide", name), path.join(out, name));
}

const versions = {};
for (const name of ["pyodide", ...bundled(bundle.metafile)].sort()) {
  const folder = path.join(modules, name);
  const about = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
  versions[name] = about.version;
  await writeFile(path.join(out, "licences", `${name.replace("/", "-").replace("@", "")}.txt`), await licence(folder, about));
}
// Python itself and its standard library, which Pyodide holds.
await cp(path.join(here, "licences", "Python.txt"), path.join(out, "licences", "python.txt"));
await writeFile(path.join(out, "versions.json"), JSON.stringify(versions, null, 1) + "\n");

// The packages that are really in the bundle, not all that npm has installed.
function bundled(metafile) {
  const names = Object.keys(metafile.inputs).map((input) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1]);
  return new Set(names.filter(Boolean));
}

async function licence(folder, about) {
  const file = (await readdir(folder)).find((name) => /^licen[cs]e/i.test(name));
  const heading = `${about.name} ${about.version}, ${about.license}\n\n`;
  if (file) {
    return heading + (await readFile(path.join(folder, file), "utf8"));
  }
  // Pyodide's package names its licence and does not hold the text; it stands beside this file.
  const text = path.join(here, "licences", `${about.license}.txt`);
  if (!existsSync(text)) {
    throw new Error(`${about.name} comes without a licence: put ${about.license}.txt into npm/licences/`);
  }
  return heading + (await readFile(text, "utf8"));
}
