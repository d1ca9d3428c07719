"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const WORDS = { p: "passed", f: "wrong", e: "error", t: "too slow", b: "waits for another check",
                  u: "ungraded", "-": "not handed in" };
  const byId = (id) => document.getElementById(id);
  const rows = data.rows.map(([student, file, score, max, points, letters, lessons, first, flags, late]) => {
    const name = data.names[student] || "";
    return {
      student, name, file: (file || student) + ".html", score, max, points, letters, lessons, flags, late,
      first: data.firsts[first],
      wrong: [...letters].filter((letter) => "fetb".includes(letter)).length,
      percent: score == null ? null : max ? 100 * score / max : 0,
      key: `${name} ${student}`.trim().toLocaleLowerCase(),
    };
  });
  const best = [...rows].sort((a, b) => b.percent - a.percent || a.key.localeCompare(b.key));
  const everybody = [...rows, ...data.missing.map((name) => ({
    student: name, name: "", file: "", score: null, max: null, points: [], letters: "", lessons: [],
    flags: [], first: "", late: null, wrong: null, percent: null, key: name.toLocaleLowerCase(),
  }))];
  const href = (row) => `./${data.private}/` + encodeURIComponent(row.file);
  const plain = (number) => String(Math.round(number * 100) / 100);

  // The map. A class that is taller than the page is drawn in bands: each shows its mean colour.
  const canvas = byId("heat"), TALLEST = 720, TOP = 16;
  const place = { cell: 1, tall: 1, bands: 0 };
  function colour(name) {
    const probe = document.createElement("canvas").getContext("2d");
    probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    probe.fillRect(0, 0, 1, 1);
    return probe.getImageData(0, 0, 1, 1).data;
  }
  function draw() {
    const columns = data.columns.length;
    if (!columns || !best.length) { canvas.hidden = true; return; }
    const wide = canvas.parentElement.clientWidth || 900;
    place.cell = Math.max(3, Math.min(14, Math.floor(wide / columns)));
    place.bands = Math.min(best.length, TALLEST / 2);
    place.tall = Math.max(2, Math.min(12, Math.floor(TALLEST / place.bands)));
    const gaps = place.cell > 4 && place.tall > 4 ? 1 : 0;
    canvas.width = columns * place.cell;
    canvas.height = TOP + place.bands * place.tall;
    const failed = colour("--failed"), of = { p: colour("--passed"), f: failed, e: failed, t: failed,
      b: colour("--blocked"), u: colour("--ungraded"), "-": colour("--absent") };
    const context = canvas.getContext("2d");
    for (let band = 0; band < place.bands; band++) {
      const [from, to] = span(band);
      for (let column = 0; column < columns; column++) {
        let red = 0, green = 0, blue = 0;
        for (let each = from; each < to; each++) {
          const [r, g, b] = of[best[each].letters[column]];
          red += r; green += g; blue += b;
        }
        const many = to - from;
        context.fillStyle = `rgb(${red / many | 0} ${green / many | 0} ${blue / many | 0})`;
        context.fillRect(column * place.cell, TOP + band * place.tall, place.cell - gaps, place.tall - gaps);
      }
    }
    // A line and a number in the page's own colour set the exercises apart.
    context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--soft");
    context.font = "11px system-ui, sans-serif";
    data.columns.forEach(([exercise], column) => {
      if (column && exercise === data.columns[column - 1][0]) return;
      if (column) context.fillRect(column * place.cell - 1, 0, 1, canvas.height);
      const number = 1 + data.exercises.findIndex(([id]) => id === exercise);
      context.fillText(number, column * place.cell + 2, 11);
    });
  }
  function span(band) {
    const from = Math.floor(band * best.length / place.bands);
    return [from, Math.max(from + 1, Math.floor((band + 1) * best.length / place.bands))];
  }
  function under(event) {
    const box = canvas.getBoundingClientRect();
    const column = Math.floor((event.clientX - box.left) * canvas.width / box.width / place.cell);
    const down = (event.clientY - box.top) * canvas.height / box.height - TOP;
    const band = Math.floor(down / place.tall);
    return data.columns[column] && band >= 0 && band < place.bands ? [column, span(band)] : null;
  }
  canvas.addEventListener("mousemove", (event) => {
    const found = under(event);
    if (!found) return;
    const [column, [from, to]] = found, [exercise, check, sentence] = data.columns[column];
    let who = best[from].student + ": " + WORDS[best[from].letters[column]];
    if (to - from > 1) {
      const passed = best.slice(from, to).filter((row) => row.letters[column] === "p").length;
      who = `places ${from + 1} to ${to}: ${passed} of ${to - from} passed`;
    }
    byId("pointed").textContent = `${who}. ${exercise}, ${check}: ${sentence.replaceAll("`", "")}`;
  });
  canvas.addEventListener("click", (event) => {
    const found = under(event);
    if (found && found[1][1] - found[1][0] === 1) location.href = href(best[found[1][0]]);
  });
  draw();
  byId("map").addEventListener("toggle", draw);
  addEventListener("resize", draw);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);

  // The table: a hundred rows at a time, however large the class.
  const SIZE = 100;
  const late = rows.some((row) => row.late);
  const empty = data.exercises.map((_, at) => rows.every((row) => row.points[at] == null));
  const state = { by: 0, down: false, page: 0, found: everybody, all: !empty.includes(false) };
  const none = (value) => value ?? null;
  // Points that the first thing to fix costs: `engine -5.5: ...`.
  const cost = (row) => +(row.first.match(/^\S+ -([\d.]+): /)?.[1] ?? 0);
  const heads = [["student", (r) => r.key, ""], ["score", (r) => r.percent, "n"], ["of", (r) => r.max, "n"],
    ["wrong", (r) => r.wrong, "n"],
    ...(late ? [["late", (r) => none(r.late?.[0]), "n"], ["final", (r) => none(r.late?.[1]), "n"]] : []),
    ["flags", (r) => r.flags.length, "words"], ["first thing to fix", (r) => cost(r), "words"],
    ...data.exercises.map(([id], at) => [id, (r) => none(r.points[at]), empty[at] ? "n empty" : "n"])];
  const head = byId("table").tHead.insertRow();
  heads.forEach(([name, , kind], at) => {
    const cell = document.createElement("th"), button = document.createElement("button");
    cell.scope = "col"; cell.className = kind;
    button.type = "button"; button.textContent = name;
    button.addEventListener("click", () => {
      state.down = state.by === at ? !state.down : at > 0;
      state.by = at; state.page = 0; arrange();
    });
    cell.append(button); head.append(cell);
  });
  const hidden = empty.filter(Boolean).length;
  function fold() {
    byId("table").classList.toggle("fewer", !state.all);
    byId("folded").hidden = !hidden || hidden === empty.length;
    byId("unfold").textContent = (state.all ? "Hide " : "Show ") +
      (hidden === 1 ? "the column that nobody handed in" : `${hidden} columns that nobody handed in`);
  }
  byId("unfold").addEventListener("click", () => { state.all = !state.all; fold(); });
  fold();
  function arrange() {
    const said = byId("search").value.trim().toLocaleLowerCase();
    const lesson = byId("lesson").value, flag = byId("flag").value, key = heads[state.by][1];
    state.found = everybody.filter((row) => (!said || row.key.includes(said)) &&
      (lesson === "" || row.lessons.includes(+lesson)) && (flag === "" || row.flags.includes(+flag)));
    const way = state.down ? -1 : 1;
    state.found.sort((a, b) => {
      if (!state.by && (a.score == null) !== (b.score == null)) return a.score == null ? -1 : 1;
      const x = key(a), y = key(b);
      if (x === null || y === null) return (x === null) - (y === null) || a.key.localeCompare(b.key);
      return way * (x < y ? -1 : x > y ? 1 : 0) || a.key.localeCompare(b.key);
    });
    [...head.cells].forEach((cell, at) => {
      if (at === state.by) cell.setAttribute("aria-sort", state.down ? "descending" : "ascending");
      else cell.removeAttribute("aria-sort");
    });
    show();
  }
  function show() {
    const pages = Math.max(1, Math.ceil(state.found.length / SIZE));
    state.page = Math.min(state.page, pages - 1);
    const body = document.createElement("tbody");
    for (const row of state.found.slice(state.page * SIZE, (state.page + 1) * SIZE)) {
      const line = body.insertRow(), name = document.createElement("th");
      name.scope = "row";
      if (!row.file) name.append(row.student);
      else {
        const link = document.createElement("a");
        link.href = href(row); link.textContent = row.name || row.student;
        name.append(link);
        if (row.name) {
          const id = document.createElement("span");
          id.className = "where"; id.textContent = ` ${row.student}`;
          name.append(id);
        }
      }
      line.append(name);
      const write = (text, kind) => {
        const cell = line.insertCell();
        cell.className = kind;
        cell.textContent = text;
      };
      const points = (number) => number == null ? "–" : plain(number);
      write(points(row.score), "n");
      write(points(row.max), "n");
      write(row.wrong == null ? "–" : row.wrong || "", "n");
      if (late) { write(row.late ? row.late[0] : "–", "n"); write(points(row.late?.[1]), "n"); }
      write(row.file ? row.flags.map((at) => data.flags[at]).join(", ") : "nothing handed in", "words");
      write(row.first.replaceAll("`", ""), "words first");
      for (const at of data.exercises.keys()) write(points(row.points[at]), empty[at] ? "n empty" : "n");
    }
    byId("table").tBodies[0].replaceWith(body);
    byId("shown").textContent = `${state.found.length} of ${everybody.length}`;
    byId("page").textContent = `page ${state.page + 1} of ${pages}`;
    byId("back").disabled = state.page === 0;
    byId("on").disabled = state.page >= pages - 1;
    byId("pager").hidden = pages === 1;
  }
  const short = (text) => text.length > 80 ? text.slice(0, 79) + "…" : text;
  for (const [id, names] of [["lesson", data.lessons], ["flag", data.flags]])
    names.forEach((name, at) => byId(id).append(new Option(short(name.replaceAll("`", "")), at)));
  for (const link of document.querySelectorAll("[data-lesson]"))
    link.addEventListener("click", () => {
      byId("lesson").value = link.dataset.lesson; state.page = 0; arrange();
    });
  byId("tools").addEventListener("input", () => { state.page = 0; arrange(); });
  byId("tools").addEventListener("submit", (event) => event.preventDefault());
  byId("back").addEventListener("click", () => { state.page--; show(); });
  byId("on").addEventListener("click", () => { state.page++; show(); });
  // A link on this page to what is folded opens it.
  function open() {
    const target = location.hash.length > 1 && byId(location.hash.slice(1));
    if (target && target.tagName === "DETAILS") { target.open = true; target.scrollIntoView(); }
  }
  addEventListener("hashchange", open);
  open();
  byId("tools").hidden = byId("table").hidden = false;
  arrange();
})();
