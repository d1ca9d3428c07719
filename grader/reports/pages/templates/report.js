"use strict";
// The page says everything without this script. It adds copying, and playing a backward pass.
const enliven = (root) => {
  const PAUSE = 1600; // milliseconds between two steps that play by themselves
  const SMALLEST = 0.75; // of its own size, a graph on a narrow screen

  for (const button of root.querySelectorAll("button.copy")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const code = button.closest(".program").querySelector("code");
      const copied = (await written(code.textContent)) || selected(code);
      button.textContent = copied ? "Copied" : "Press Ctrl+C";
      setTimeout(() => { button.textContent = "Copy"; }, 2000);
    });
  }

  async function written(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return false;
    }
  }

  function selected(code) {
    getSelection().selectAllChildren(code);
    try {
      return document.execCommand("copy");
    } catch {
      return false;
    }
  }

  // A wide graph shrinks a little on a narrow screen, and is scrolled before it cannot be read.
  function readable(svg) {
    svg.style.minWidth = `${SMALLEST * svg.getAttribute("width")}px`;
  }
  root.querySelectorAll("svg.topograde-graph").forEach(readable);

  for (const stepper of root.querySelectorAll(".stepper")) {
    stepper.hidden = false;
    play(stepper, stepper.closest(".picture"));
  }

  function play(stepper, picture) {
    const columns = [...picture.querySelectorAll("table.steps")].map((table) => column(picture, table));
    const last = Math.max(...columns.map((each) => each.steps.length)) - 1;
    const holder = stepper.querySelector(".columns");
    const previous = stepper.querySelector(".previous");
    const next = stepper.querySelector(".next-step");
    const playing = stepper.querySelector(".play");
    const sides = stepper.querySelector(".sides");
    holder.append(...columns.map((each) => each.element));
    holder.dataset.shown = columns[0].side;
    sides.hidden = columns.length < 2;
    let at = 0;
    let timer = null;

    function go(to) {
      at = Math.min(Math.max(to, 0), last);
      for (const each of columns) {
        each.show(Math.min(at, each.steps.length - 1));
      }
      stepper.querySelector(".where").textContent = at ? `rule ${at} of ${last}` : `start, ${last} rule${last === 1 ? "" : "s"} to come`;
      // A button that holds the focus must keep it: it is said to be off and not taken away.
      previous.setAttribute("aria-disabled", String(at === 0));
      next.setAttribute("aria-disabled", String(at === last));
      if (at === last) {
        stop();
      }
    }

    function stop() {
      clearInterval(timer);
      timer = null;
      playing.textContent = "▶ Play";
    }

    previous.addEventListener("click", () => { stop(); go(at - 1); });
    next.addEventListener("click", () => { stop(); go(at + 1); });
    playing.addEventListener("click", () => {
      if (timer) {
        stop();
        return;
      }
      playing.textContent = "❚❚ Pause";
      timer = setInterval(() => go(at + 1), PAUSE);
      go(at === last ? 0 : at + 1);
    });
    stepper.addEventListener("keydown", (event) => {
      const moves = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last };
      if (event.key in moves && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        stop();
        go(moves[event.key]);
      }
    });
    for (const button of sides.querySelectorAll("button")) {
      button.addEventListener("click", () => {
        holder.dataset.shown = button.dataset.show;
        for (const other of sides.querySelectorAll("button")) {
          other.setAttribute("aria-pressed", String(other === button));
        }
      });
    }
    go(0);
  }

  // One side of the stepper: a drawing whose gradients change, and a sentence below it.
  function column(picture, table) {
    const side = table.dataset.side;
    const steps = [...table.tBodies[0].rows].map((row) => ({
      node: row.dataset.node,
      early: row.classList.contains("early"),
      said: row.querySelector(".said"),
      changes: [...row.querySelectorAll(".change")].map((c) => [c.dataset.node, c.dataset.grad]),
    }));
    const element = made("section", `column ${side}`);
    const title = made("p", "column-title");
    title.textContent = side === "yours" ? "In your engine" : "In a right order";
    const drawing = made("div", "drawing");
    drawing.append(picture.querySelector("template").content.cloneNode(true));
    drawing.querySelectorAll("svg").forEach(readable);
    drawing.setAttribute("aria-hidden", "true"); // the sentence below says it
    for (const each of drawing.querySelectorAll("[id]")) {
      each.removeAttribute("id");
    }
    const said = made("p", "step-said");
    element.append(title, drawing, said);
    const nodes = new Map([...drawing.querySelectorAll("[data-node]")].map((n) => [n.dataset.node, n]));

    // How the nodes end is seen with the last step and not before.
    const wrong = new Set();
    for (const node of picture.querySelectorAll("figure .node")) {
      if (side === "yours" && /wrong|consequence/.test(node.getAttribute("class"))) {
        wrong.add(node.dataset.node);
      }
    }

    function show(at) {
      const grads = new Map();
      for (const step of steps.slice(0, at + 1)) {
        step.changes.forEach(([node, grad]) => grads.set(node, grad));
      }
      const changed = new Set(at ? steps[at].changes.map(([node]) => node) : []);
      const spoken = new Set(steps.slice(1, at + 1).map((step) => step.node));
      for (const [index, node] of nodes) {
        node.classList.toggle("now", steps[at].node === index);
        node.classList.toggle("paid", changed.has(index));
        node.classList.toggle("spoken", spoken.has(index) && steps[at].node !== index);
        node.classList.toggle("ends-wrong", at === steps.length - 1 && wrong.has(index));
        node.querySelector(".value.grad").textContent = grads.get(index) ?? "";
      }
      said.replaceChildren(...[...steps[at].said.childNodes].map((child) => child.cloneNode(true)));
      said.classList.toggle("early", steps[at].early);
    }
    return { side, steps, element, show };
  }

  function made(tag, classes) {
    const element = document.createElement(tag);
    element.className = classes;
    return element;
  }
};

// A check that is linked to opens, so that a link never leads to a closed door.
function openTarget() {
  const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  const door = target && target.closest("details");
  if (door) {
    door.open = true;
    target.scrollIntoView();
  }
}
addEventListener("hashchange", openTarget);
openTarget();

enliven(document);
