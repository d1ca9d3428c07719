// What is shown of an exercise: its mark in the list, its hints, the result of a check.

import { enliven } from "./report.js";

const HIDDEN_LEFT = "passed but for hidden checks";
const MARKS = {
  passed: ["✓", "passed"],
  [HIDDEN_LEFT]: ["◐", HIDDEN_LEFT],
  here: ["◐", "passed as far as it can be checked in a browser"],
  failing: ["✗", "failing"],
  "not begun": ["·", "not begun"],
  "not checked": ["?", "not checked since you changed it"],
};

/** The state of an exercise with its sign and words; of a result only while the text is the same. */
export function markOf(exercise, record) {
  const known = record.result && record.checked === record.text;
  let state = known ? record.result.state : record.text === exercise.stub ? "not begun" : "not checked";
  if (state === "passed" && record.result.unchecked.length) {
    state = "here";
  }
  const [sign, said] = known && state === "not checked" ? ["?", "could not be checked"] : MARKS[state];
  return { state, sign, said };
}

/** Whether nothing is left to do on it in the page. */
export function isDone(exercise, record) {
  return ["passed", "here", HIDDEN_LEFT].includes(markOf(exercise, record).state);
}

/** The first exercise after this one that is not done. */
export function nextOpen(course, records, current) {
  const place = course.exercises.indexOf(current);
  return course.exercises.slice(place + 1).find((each) => !isDone(each, records.get(each.id)));
}

/** Where to go once an exercise is done; at the end, what was built. */
export function showOnward(place, course, records, current) {
  const record = records.get(current.id);
  place.hidden = !isDone(current, record);
  const open = nextOpen(course, records, current);
  const lines = current.passed ? prose(current.passed) : [];
  if (open) {
    const link = made("a", { href: `#${open.id}`, textContent: `${open.number}. ${open.title}` });
    lines.push(made("p", { textContent: "Next: " }));
    lines.at(-1).append(link);
  } else if (course.exercises.every((each) => isDone(each, records.get(each.id)))) {
    const built = course.exercises.flatMap((each) => records.get(each.id).result?.built ?? []);
    lines.push(...["All that can be checked here passes.", ...built, ...course.finish].flatMap(prose));
    if (course.after) {
      lines.push(made("p", {}));
      lines.at(-1).append(made("a", { href: "stretch/", textContent: "Train a network with it" }));
    }
  }
  place.hidden ||= !lines.length;
  place.replaceChildren(...lines);
}

export function listItem(exercise, record, isCurrent) {
  const { state, sign, said } = markOf(exercise, record);
  const link = made("a", { href: `#${exercise.id}`, className: state.replaceAll(" ", "-") });
  if (isCurrent) {
    link.setAttribute("aria-current", "page");
  }
  const mark = made("span", { className: "sign", textContent: sign });
  mark.setAttribute("aria-hidden", "true");
  const number = made("span", { className: "number", textContent: exercise.number });
  const name = made("span", { className: "name", textContent: exercise.title });
  link.append(mark, number, " ", name, made("span", { className: "unseen", textContent: `, ${said}` }));
  const item = document.createElement("li");
  item.append(link);
  return item;
}

/** The result in one sentence, for the status line. */
export function words(record, exercise) {
  const { state } = markOf(exercise, record);
  const { passed, checks, ungraded } = record.result;
  if (record.checked !== record.text) {
    return "You have changed the code since this result.";
  }
  if (state === HIDDEN_LEFT) {
    return `All ${checks} public checks pass. ${record.result.remain.join(" ")}`;
  }
  if (state === "passed" || state === "here") {
    const more = state === "here" ? " Others cannot run in a browser: see below." : "";
    return checks === 1 ? `The one check passes.${more}` : `All ${checks} checks pass.${more}`;
  }
  if (!checks && !record.result.unchecked.length) {
    return record.result.faults[0] ?? "Nothing could be checked.";
  }
  if (state === "not begun") {
    return "Nothing is done here yet. Do what TODO says in the code.";
  }
  const told = `${passed} of ${checks} checks pass.`;
  return ungraded ? `${told} ${ungraded} could not be checked, which is not your doing.` : told;
}

export function showHints(place, hints, focus = false) {
  place.hidden = hints.length === 0;
  const notes = hints.map(({ title, text }) => {
    const note = made("div", { className: "hint" });
    note.append(made("h3", { textContent: title }), ...prose(text));
    return note;
  });
  place.replaceChildren(...notes);
  if (focus && notes.length) {
    notes.at(-1).tabIndex = -1;
    notes.at(-1).focus();
  }
}

function prose(text) {
  const paragraph = document.createElement("p");
  text.split("`").forEach((piece, place) => {
    paragraph.append(place % 2 ? made("code", { textContent: piece }) : piece);
  });
  return [paragraph];
}

/** The report on an exercise as the package wrote it, with ways from its lines to the editor. */
export function showResult(record, exercise, editor) {
  const place = document.getElementById("result");
  const { result } = record;
  place.replaceChildren();
  place.classList.toggle("old", Boolean(result) && record.checked !== record.text);
  showPrinted(result?.printed ?? "");
  editor.mark(0);
  if (!result) {
    return;
  }
  const template = document.createElement("template");
  template.innerHTML = result.html;
  const first = leadToLines(template.content, exercise.file);
  place.append(template.content);
  for (const sentence of [...result.faults, ...result.unchecked.map((each) => `Not checked in the browser: ${each}`), ...result.remain]) {
    place.append(made("p", { className: "notice", textContent: sentence }));
  }
  if (result.beside?.length) {
    place.append(solution(result.beside));
  }
  enliven(place);
  if (first && record.checked === record.text) {
    editor.mark(first);
  }
}

export function showPrinted(text) {
  document.getElementById("console").hidden = !text;
  document.getElementById("printed").textContent = text;
}

// The course's answer below the reader's own, part by part: folded, to be read after passing.
function solution(parts) {
  const fold = made("details", { className: "solution" });
  fold.append(made("summary", { textContent: "The course's solution beside yours" }));
  for (const [name, yours, text] of parts) {
    for (const [title, code] of [[`Yours: ${name}`, yours], [name ? `The course's: ${name}` : "The course's", text]]) {
      if (code) {
        fold.append(made("h3", { textContent: title }), made("pre", { textContent: code, tabIndex: 0 }));
      }
    }
  }
  return fold;
}

// "line 12 of 04_backward.py" becomes a button that goes there; gives the first such line.
function leadToLines(root, file) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const match = /line (\d+)(?: of ([\w.]+))?/.exec(walker.currentNode.data);
    if (match && (!match[2] || match[2] === file) && !walker.currentNode.parentElement?.closest("pre, svg, code, summary, button")) {
      found.push([walker.currentNode, match]);
    }
  }
  for (const [node, match] of found) {
    const rest = node.splitText(match.index);
    rest.data = rest.data.slice(match[0].length);
    const button = made("button", { type: "button", className: "go-to", textContent: match[0] });
    button.dataset.line = match[1];
    node.after(button);
  }
  return found.length ? Number(found[0][1][1]) : 0;
}

function made(tag, properties) {
  return Object.assign(document.createElement(tag), properties);
}
