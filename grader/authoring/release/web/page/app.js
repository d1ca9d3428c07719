// The page: it shows one exercise at a time, keeps the work, and has it checked.

import { Checker } from "./checker.js";
import { makeEditor } from "./editor.js";
import { loadParts } from "./engine.js";
import { handInOf, loadedFrom } from "./hand_in.js";
import { nextHint } from "./hints.js";
import { keepOffline } from "./offline.js";
import { openStore } from "./store.js";
import { isDone, listItem, nextOpen, showHints, showOnward, showPrinted, showResult, words } from "./view.js";

const SAVE_AFTER = 400; // milliseconds without a key
const at = (id) => document.getElementById(id);

const course = await (await fetch("course.json")).json();
const store = await openStore(course.id);
const records = new Map();
for (const exercise of course.exercises) {
  records.set(exercise.id, { text: exercise.stub, ...(await store.get(exercise.id)) });
}
const NAME = "#name"; // no exercise has such an id
const LAST = "#last";
let current = null;
let checker = null;
let wanted = null; // what was pressed before Python was ready
let saving = null;

const editor = makeEditor(at("editor"), { label: "Your code", changed, check });

// ------------------------------------------------------------------------------------ the exercise

function show(exercise, focus = false) {
  save();
  current = exercise;
  const record = records.get(exercise.id);
  at("title").textContent = `${exercise.number}. ${exercise.title}`;
  const points = exercise.points === 1 ? "1 point" : `${exercise.points} points`;
  at("points").textContent = exercise.rating ? `${points}. ${exercise.rating}` : points;
  at("text").innerHTML = exercise.text;
  at("text-fold").open = !(isWide() && record.result?.state === "failing");
  at("file-name").textContent = exercise.file;
  editor.show(record.text, record.text.startsWith(exercise.stub.slice(0, exercise.fold)) ? exercise.fold : 0);
  document.title = `${exercise.title} · ${course.title}`;
  store.set(LAST, exercise.id).catch(() => {}); // the next visit begins here
  at("next").disabled = exercise === course.exercises.at(-1);
  showKnown();
  if (focus) {
    at("title").focus();
    scrollTo(0, 0);
  }
}

function showKnown() {
  const record = records.get(current.id);
  showHints(at("hints"), record.hints ?? []);
  showResult(record, current, editor);
  showOnward(at("onward"), course, records, current);
  if (checker !== null && !checker.busy) {
    told(record.result ? words(record, current) : "Ready.");
  }
  list();
}

function list() {
  at("list").replaceChildren(...course.exercises.map((exercise) => listItem(exercise, records.get(exercise.id), exercise === current)));
}

function route() {
  const named = course.exercises.find((exercise) => `#${exercise.id}` === location.hash);
  if (named && named !== current) {
    show(named, current !== null);
  }
}

function told(text) {
  at("status").textContent = text;
}

// --------------------------------------------------------------------------------------- the work

function changed(text) {
  records.get(current.id).text = text;
  at("saved").textContent = "";
  editor.mark(0);
  clearTimeout(saving);
  saving = setTimeout(save, SAVE_AFTER);
  list();
}

async function save() {
  clearTimeout(saving);
  if (current === null) {
    return;
  }
  const { id } = current;
  try {
    await store.set(id, records.get(id));
    if (current.id === id) {
      at("saved").textContent = store.lasting ? "saved in this browser" : "not saved: this browser keeps nothing here";
    }
  } catch {
    at("saved").textContent = "could not be saved: download your work";
  }
}

async function check() {
  const exercise = current;
  const record = records.get(exercise.id);
  const text = record.text;
  const result = await ask("Checking…", {});
  if (!result) {
    return;
  }
  record.result = result;
  record.checked = text;
  await store.set(exercise.id, record);
  if (current === exercise) {
    told(words(record, exercise));
    at("text-fold").open &&= !(isWide() && result.state === "failing");
    showKnown();
    comeTo(at("status"));
  }
  list();
}

async function run() {
  const exercise = current;
  const result = await ask("Running…", { run: true });
  if (result && current === exercise) {
    told(result.ended || "Your file ran.");
    at("text-fold").open &&= !isWide();
    at("result").replaceChildren();
    at("onward").hidden = true;
    showPrinted(result.printed || "Nothing.");
    comeTo(at("status"));
  }
}

// What Python says to a request about the current exercise; null if it was stopped or cannot be asked.
async function ask(doing, request) {
  if (checker === null) {
    wanted = request.run ? run : check;
    told(`Python is starting. Your ${request.run ? "file" : "check"} will run as soon as it is ready.`);
    return null;
  }
  if (checker.busy) {
    return null;
  }
  const files = Object.fromEntries(course.exercises.map((each) => [each.file, records.get(each.id).text]));
  told(doing);
  at("check").textContent = "Stop";
  at("run").disabled = true;
  try {
    const whole = { exercise: current.id, files, ...request };
    const result = await checker.check(whole, () => told("One part took too long or ended Python. Going on…"));
    if (result === null) {
      told("Stopped.");
    }
    return result;
  } catch (error) {
    told(`The check itself failed, and that is not your doing: ${error.message}`);
    return null;
  } finally {
    at("check").textContent = "Check";
    at("run").disabled = false;
  }
}

function isWide() {
  return getComputedStyle(at("desk").querySelector(".columns-two")).gridTemplateColumns.includes(" ");
}

function comeTo(place) {
  place.scrollIntoView({ block: isWide() ? "nearest" : "start" });
}

at("check").addEventListener("click", () => (checker?.busy ? checker.stop() : check()));
at("run").addEventListener("click", run);

at("hint").addEventListener("click", () => {
  const record = records.get(current.id);
  record.hints = nextHint(current, record);
  showHints(at("hints"), record.hints, true);
  save();
});

at("reset").addEventListener("click", () => {
  if (records.get(current.id).text === current.stub) {
    told("This is how it was handed out.");
  } else if (confirm("Put this exercise back to how it was handed out? Undo (Ctrl+Z) brings your text back.")) {
    editor.replace(current.stub);
    told("Put back to how it was handed out. Undo brings your text back.");
  }
  editor.focus();
});

at("next").addEventListener("click", () => {
  const following = course.exercises[course.exercises.indexOf(current) + 1];
  location.hash = (nextOpen(course, records, current) ?? following ?? current).id;
});

at("download").addEventListener("click", () => handInOf(course, records, at("hand-in-name").value));
at("load").addEventListener("click", () => at("file").click());
at("file").addEventListener("change", async () => {
  try {
    const found = await loadedFrom(at("file").files, course);
    for (const [id, text] of found) {
      Object.assign(records.get(id), { text });
      await store.set(id, records.get(id));
    }
    show(course.exercises.find((each) => found.has(each.id)) ?? current);
    told(`Loaded: ${[...found.keys()].join(", ")}.`);
  } catch (error) {
    told(error.message);
  }
  at("file").value = "";
});

addEventListener("hashchange", route);
addEventListener("pagehide", save);
addEventListener("visibilitychange", () => document.visibilityState === "hidden" && save());
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.defaultPrevented) {
    event.preventDefault();
    check();
  }
});
at("result").addEventListener("click", (event) => {
  const line = event.target.closest("button.go-to")?.dataset.line;
  if (line) {
    editor.goTo(Number(line));
  }
});

at("hand-in-name").value = (await store.get(NAME)) ?? "";
at("hand-in-name").addEventListener("input", (event) => store.set(NAME, event.target.value).catch(() => {}));

at("after").hidden = !course.after;
at("cannot").hidden = true;
at("desk").hidden = false;
route();
if (current === null) {
  const last = await store.get(LAST);
  const first = course.exercises.find((each) => each.id === last) ?? course.exercises.find((each) => !isDone(each, records.get(each.id)));
  show(first ?? course.exercises[0]);
}

// ----------------------------------------------------------------------------------------- Python

async function startPython() {
  told("Python is starting…");
  try {
    await keepOffline(at("update"), at("offline"));
    const loading = loadParts(course.engine, (come, whole) => {
      at("progress").hidden = come >= whole;
      at("progress").value = come / whole;
    });
    const code = await (await fetch("worker.js")).text();
    const ready = new Checker(loading, new URL("engine/", location.href).href, code);
    ready.likely = current.id;
    await ready.prepare();
    checker = ready;
    document.documentElement.dataset.python = (await loading).snapshot ? "snapshot" : "plain";
    showKnown();
    wanted?.();
  } catch (error) {
    told(`Python did not start: ${error.message} Your work is kept. Load this page again.`);
  } finally {
    at("progress").hidden = true;
  }
}

await startPython();
