// Shows the report: the functions on the left, the chosen one with its counterexamples on the right.
// A counterexample is stepped through with the arrow keys; its heap is laid out once for all steps,
// so that an object stays where it is while its fields change.
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const main = document.getElementById("main");
const SVG = "http://www.w3.org/2000/svg";
const state = { function: 0, found: 0, step: 0 };

function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name === "onclick") node.onclick = value;
    else if (value !== null && value !== undefined) node.setAttribute(name, value);
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined) node.append(child);
  }
  return node;
}

/** Text in which backquotes mark code. */
function prose(text) {
  return text.split("`").map((part, at) => (at % 2 ? el("code", {}, part) : part));
}

function svg(tag, attributes, text) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes || {})) node.setAttribute(name, value);
  if (text !== undefined) node.textContent = text;
  return node;
}

// ---- the list of functions ----

function seconds(number) {
  return number < 10 ? number.toFixed(3) + " s" : number.toFixed(1) + " s";
}

function showTotals() {
  const counts = Object.entries(data.summary).filter(([, number]) => number > 0);
  const parts = counts.map(([word, number]) => el("span", { class: word }, number + " " + word));
  const total = data.functions.length;
  const line = document.getElementById("totals");
  line.append(total + (total === 1 ? " function: " : " functions: "));
  parts.forEach((part, index) => line.append(index ? ", " : "", part));
  line.append(" in " + seconds(data.seconds));
}

function showList() {
  const list = document.getElementById("functions");
  list.replaceChildren();
  let package_ = null;
  data.functions.forEach((entry, index) => {
    if (entry.package !== package_) {
      package_ = entry.package;
      list.append(el("h2", {}, package_));
    }
    const link = el("a", { href: "#" + index, class: index === state.function ? "here" : null,
      onclick: (event) => { event.preventDefault(); choose(index); } },
      el("div", { class: "path" }, entry.name),
      el("div", { class: "what" }, el("span", { class: entry.verdict }, entry.verdict),
        el("span", {}, entry.detail), el("span", {}, seconds(entry.seconds))));
    list.append(link);
  });
}

function choose(index, found) {
  state.function = index;
  state.found = found || 0;
  state.step = 0;
  showList();
  showFunction();
  main.scrollTop = 0;
}

// ---- one function ----

function showFunction() {
  main.replaceChildren();
  data.messages.forEach((message) => main.append(el("pre", {}, message)));
  const entry = data.functions[state.function];
  if (!entry) {
    if (!data.messages.length) main.append(el("p", {}, "nothing was checked"));
    return;
  }
  main.append(el("h2", {}, el("span", { class: "code" }, entry.name), " ",
    el("span", { class: entry.verdict }, entry.verdict), " ",
    el("small", {}, entry.detail + ", " + seconds(entry.seconds) + ", " +
      entry.conflicts + " conflicts, " + entry.at.file + ":" + entry.at.line)));
  entry.messages.forEach((message) => main.append(el("pre", {}, message)));
  if (!entry.found.length) {
    if (!entry.messages.length) {
      main.append(el("p", {}, "No input in scope violates the contract."));
      main.append(source(entry.at.file, [], entry.at));
    }
    return;
  }
  if (entry.found.length > 1) {
    const choices = entry.found.map((found, index) => el("button", {
      type: "button", disabled: index === state.found ? "" : null,
      onclick: () => choose(state.function, index) }, (index + 1) + ": " + found.call));
    main.append(el("p", { class: "steps" }, choices));
  }
  showFound(entry.found[state.found]);
}

function showFound(found) {
  main.append(el("p", { class: "violated" }, ...prose(found.headline)));
  main.append(el("div", { class: "told" }, el("code", {}, found.call),
    el("span", {}, "→"), el("code", { class: "clause" }, found.clause),
    el("span", { class: "violated" }, found.label),
    found.replay && el("span", { class: "badge " +
      (found.replay.outcome === "confirmed" ? "verified" : "undecided"), title: found.replay.why },
      found.replay.outcome)));
  if (found.parts.length) {
    main.append(el("table", { class: "parts" }, found.parts.map(([text, value]) =>
      el("tr", {}, el("td", {}, text), el("td", {}, "= " + value)))));
  }
  for (const refusal of found.refusals) {
    main.append(el("div", { class: "told" }, el("code", {}, refusal.call),
      el("span", {}, "is " + refusal.value + " by " + refusal.at.file + ":" + refusal.at.line)));
    main.append(el("table", { class: "parts" }, refusal.parts.map(([text, value]) =>
      el("tr", {}, el("td", {}, text), el("td", {}, "= " + value)))));
  }
  for (const note of found.notes) main.append(el("p", { class: "told" }, note));
  const back = el("button", { type: "button", id: "back", onclick: () => go(-1) }, "←");
  const on = el("button", { type: "button", id: "on", onclick: () => go(1) }, "→");
  main.append(el("h3", {}, "run"),
    el("div", { class: "steps" }, back, on, el("span", { id: "count" }),
      el("span", {}, "arrow keys step, Home and End jump")),
    el("div", { class: "told", id: "told" }),
    el("div", { class: "split" }, el("section", { id: "source" }),
      el("section", {}, el("div", { class: "heap", id: "heap" }),
        el("p", { class: "legend" }, el("i", {}, "changed"),
          " in this step; green: new; dashed: no longer reachable"))));
  if (found.test) {
    main.append(el("details", {}, el("summary", {}, "as a test that fails"),
      el("pre", {}, found.test)));
  }
  found.layout = found.layout || layout(found.steps);
  showStep();
}

function go(by) {
  const found = current();
  if (!found) return;
  const step = Math.min(Math.max(state.step + by, 0), found.steps.length - 1);
  if (step !== state.step) {
    state.step = step;
    showStep();
  }
}

function current() {
  const entry = data.functions[state.function];
  return entry && entry.found[state.found];
}

function showStep() {
  const found = current();
  const step = found.steps[state.step];
  document.getElementById("count").textContent =
    "step " + (state.step + 1) + " of " + found.steps.length;
  document.getElementById("back").disabled = state.step === 0;
  document.getElementById("on").disabled = state.step === found.steps.length - 1;
  const told = document.getElementById("told");
  told.replaceChildren(el("code", {}, step.at.file + ":" + step.at.line),
    el("span", { class: "what code" }, "  ".repeat(step.depth) + step.told));
  document.getElementById("source").replaceChildren(source(step.at.file, [found.at], step.at));
  const line = document.querySelector(".run-line") || document.querySelector(".clause-line");
  if (line) {
    const box = line.parentElement;
    const top = line.offsetTop - box.offsetTop;
    if (top < box.scrollTop + 20 || top > box.scrollTop + box.clientHeight - 40) {
      box.scrollTop = Math.max(0, top - box.clientHeight / 2);
    }
  }
  draw(found.layout, found.steps, state.step);
}

function source(file, clauses, run) {
  const text = data.sources[file];
  const lines = el("div", { class: "source code" });
  if (text === undefined) return lines;
  text.split("\n").forEach((content, index) => {
    const number = index + 1;
    const inside = (at) => at.file === file && at.line <= number && number <= at.endLine;
    const classes = [];
    if (clauses.some(inside)) classes.push("clause-line");
    if (run && run.file === file && run.line === number) classes.push("run-line");
    lines.append(el("div", { class: classes.join(" ") || null }, el("b", {}, number),
      el("span", {}, content || " ")));
  });
  return lines;
}

// ---- the heap ----

const CHAR = 7.9, ROW = 20, PAD = 10, GAP_X = 54, GAP_Y = 26;

// Places every object of every step once. Objects hang on the first pointer that leads to them: a
// list runs to the right, what branches hangs below.
function layout(steps) {
  const boxes = new Map();
  const children = new Map();
  const links = [];
  const roots = [];
  let branches = false;
  const box = (name) => {
    if (!boxes.has(name)) boxes.set(name, { name, width: 0, height: 0 });
    return boxes.get(name);
  };
  const fit = (name, title, rows) => {
    const widths = rows.map((row) => (row.label ? row.label.length + 2 : 0) + shown(row).length + 2);
    const own = box(name);
    own.width = Math.max(own.width, Math.max(title.length, ...widths, 3) * CHAR + 2 * PAD);
    own.height = Math.max(own.height, (rows.length + (title ? 1 : 0)) * ROW + PAD);
  };
  steps.forEach((step) => {
    const heap = step.heap;
    if (heap.roots.length) fit("", "", heap.roots);
    heap.nodes.forEach((node) => {
      fit(node.name, node.name + " " + node.type, node.rows);
      const targets = new Set(node.rows.filter((row) => row.to).map((row) => row.to));
      targets.delete(node.name);
      if (targets.size > 1) branches = true;
      targets.forEach((to) => links.push([node.name, to]));
    });
    heap.roots.filter((row) => row.to).forEach((row) => links.push(["", row.to]));
  });
  const placed = new Set();
  const hang = (name) => {
    placed.add(name);
    children.set(name, []);
    for (const [from, to] of links) {
      if (from === name && boxes.has(to) && !placed.has(to)) {
        children.get(name).push(to);
        hang(to);
      }
    }
  };
  // What nothing but variables leads to is placed last, so that structures keep together.
  const order = [...boxes.keys()].filter((name) => name !== "");
  const led = new Set(links.filter(([from]) => from !== "").map(([, to]) => to));
  order.filter((name) => !led.has(name)).forEach((name) => {
    if (!placed.has(name)) { roots.push(name); hang(name); }
  });
  order.forEach((name) => { if (!placed.has(name)) { roots.push(name); hang(name); } });
  const all = [...boxes.values()];
  const depthSize = [];
  const measure = (name, depth) => {
    const own = boxes.get(name);
    const size = branches ? own.height : own.width;
    depthSize[depth] = Math.max(depthSize[depth] || 0, size);
    children.get(name).forEach((child) => measure(child, depth + 1));
  };
  roots.forEach((name) => measure(name, 0));
  const variables = boxes.get("");
  // Variables stand above a list and beside a tree: so their edges cross no box on the way.
  const left = PAD + (variables && branches ? variables.width + GAP_X : 0);
  const top = PAD + (variables && !branches ? variables.height + GAP_Y + 8 : 0);
  const offset = [];
  depthSize.reduce((sum, size, depth) => {
    offset[depth] = sum;
    return sum + size + (branches ? GAP_Y + 14 : GAP_X);
  }, 0);
  let breadth = branches ? 0 : top;
  const settle = (name, depth) => {
    const own = boxes.get(name);
    const inner = children.get(name);
    const size = branches ? own.width : own.height;
    const start = breadth;
    inner.forEach((child) => settle(child, depth + 1));
    let at = start;
    if (inner.length) {
      const first = boxes.get(inner[0]), last = boxes.get(inner[inner.length - 1]);
      at = branches ? (first.x + last.x + last.width - own.width) / 2 - left
        : first.y;
      at = Math.max(at, start);
    }
    if (branches) { own.x = left + at; own.y = top + offset[depth]; }
    else { own.x = left + offset[depth]; own.y = at; }
    breadth = Math.max(breadth, at + size + (branches ? GAP_X / 2 : GAP_Y));
  };
  roots.forEach((name) => settle(name, 0));
  if (variables) { variables.x = PAD; variables.y = PAD; }
  const width = Math.max(...all.map((own) => own.x + own.width)) + PAD + 20;
  const height = Math.max(...all.map((own) => own.y + own.height)) + PAD + 20;
  return { boxes, width, height, branches };
}

function shown(row) {
  return row.to ? (row.whole ? "●" : row.text + " ●") : row.text;
}

function draw(plan, steps, index) {
  const step = steps[index];
  const before = index > 0 && !step.end ? steps[index - 1] : steps[0];
  const changed = new Set(step.changed);
  const known = new Set(before.heap.nodes.map((node) => node.name));
  const ever = new Map();
  steps.slice(0, index + 1).forEach((past) =>
    past.heap.nodes.forEach((node) => ever.set(node.name, node)));
  // A picture that is somewhat too wide is shrunk, a much wider one can be scrolled.
  const picture = svg("svg", { viewBox: "0 0 " + plan.width + " " + plan.height, role: "img",
    style: `width:100%;max-width:${plan.width}px;min-width:${Math.round(plan.width * 0.7)}px` });
  const defs = svg("defs");
  for (const [id, color] of [["arrow", "var(--edge)"], ["arrow-now", "var(--doubt)"]]) {
    const marker = svg("marker", { id, viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: 7,
      markerHeight: 7, orient: "auto-start-reverse", markerUnits: "userSpaceOnUse" });
    marker.setAttribute("markerWidth", 11);
    marker.setAttribute("markerHeight", 11);
    marker.append(svg("path", { d: "M0 0 L10 5 L0 10 z", style: "fill:" + color }));
    defs.append(marker);
  }
  picture.append(defs);
  const edges = [];
  const alive = new Set(step.heap.nodes.map((node) => node.name));
  const boxOf = (name, title, type, rows, classes) => {
    const at = plan.boxes.get(name);
    const group = svg("g", { class: classes });
    const height = (rows.length + (title ? 1 : 0)) * ROW + PAD;
    group.append(svg("rect", { class: "box", x: at.x, y: at.y, width: at.width, height, rx: 6 }));
    let y = at.y + ROW - 3;
    if (title) {
      const text = svg("text", { x: at.x + PAD, y, class: "title" }, title);
      const kind = svg("tspan", { class: "type" }, " " + type);
      text.append(kind);
      group.append(text);
      group.append(svg("line", { x1: at.x, x2: at.x + at.width, y1: at.y + ROW + 3, y2: at.y + ROW + 3,
        style: "stroke:var(--line)" }));
      y += ROW;
    }
    rows.forEach((row) => {
      const now = changed.has(row.place) || (changed.has(name) && name !== "");
      if (now) {
        group.append(svg("rect", { class: "changed", x: at.x + 3, y: y - 14, width: at.width - 6,
          height: ROW - 1, rx: 3 }));
      }
      const text = svg("text", { x: at.x + PAD, y, class: now ? "now" : "" });
      if (row.label) text.append(svg("tspan", { class: "label" }, row.label + ": "));
      const value = row.to ? (row.whole ? "" : row.text) : row.text;
      text.append(svg("tspan", {}, value));
      group.append(text);
      if (row.to && alive.has(row.to)) {
        const x = at.x + at.width - PAD;
        group.append(svg("circle", { class: "dot" + (now ? " now" : ""), cx: x, cy: y - 5, r: 4 }));
        edges.push({ x, y: y - 5, to: row.to, now, from: name });
      } else if (row.to) {
        text.append(svg("tspan", {}, row.whole ? row.text : ""));
      }
      y += ROW;
    });
    picture.append(group);
  };
  if (step.heap.roots.length) boxOf("", "", "", step.heap.roots, "vars");
  for (const [name, node] of ever) {
    if (!alive.has(name)) boxOf(name, name, node.type, [], "gone");
  }
  step.heap.nodes.forEach((node) =>
    boxOf(node.name, node.name, node.type, node.rows, known.has(node.name) ? "" : "new"));
  edges.forEach((edge) => {
    const to = plan.boxes.get(edge.to);
    if (!to) return;
    const down = plan.branches !== (edge.from === "") && to.y > edge.y;
    const target = down ? { x: to.x + to.width / 2, y: to.y } : { x: to.x, y: to.y + ROW / 2 + 2 };
    let path;
    if (edge.from === edge.to) {
      // To itself: around on the right.
      const right = to.x + to.width;
      target.x = right;
      path = `M${edge.x} ${edge.y} C${right + 24} ${edge.y} ${right + 24} ${target.y} ${right} ${target.y}`;
    } else if (down) {
      path = `M${edge.x} ${edge.y} C${edge.x + 26} ${edge.y + 30} ${target.x} ${target.y - 30} ${target.x} ${target.y}`;
    } else if (target.x > edge.x) {
      const bend = Math.max(20, (target.x - edge.x) / 2);
      path = `M${edge.x} ${edge.y} C${edge.x + bend} ${edge.y} ${target.x - bend} ${target.y} ${target.x} ${target.y}`;
    } else {
      // Backwards: around below.
      const low = Math.max(edge.y, to.y + to.height) + 24;
      path = `M${edge.x} ${edge.y} C${edge.x + 60} ${low} ${target.x - 60} ${low} ${target.x} ${target.y}`;
    }
    picture.append(svg("path", { class: "edge" + (edge.now ? " now" : ""), d: path,
      "marker-end": edge.now ? "url(#arrow-now)" : "url(#arrow)" }));
  });
  document.getElementById("heap").replaceChildren(picture);
}

// ---- the keys and the colours ----

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const found = current();
  const keys = {
    ArrowRight: () => go(1),
    ArrowLeft: () => go(-1),
    Home: () => found && go(-found.steps.length),
    End: () => found && go(found.steps.length),
    ArrowDown: () => state.function + 1 < data.functions.length && choose(state.function + 1),
    ArrowUp: () => state.function > 0 && choose(state.function - 1),
  };
  if (keys[event.key]) {
    event.preventDefault();
    keys[event.key]();
  }
});

const dark = window.matchMedia("(prefers-color-scheme: dark)");
function theme(name) {
  document.documentElement.dataset.theme = name;
}
theme(dark.matches ? "dark" : "light");
dark.addEventListener("change", () => theme(dark.matches ? "dark" : "light"));
document.getElementById("theme").onclick = () =>
  theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");

// `#3/0/5`: the function, the counterexample, the step.
function address() {
  // No text is the number zero.
  if (location.hash.length < 2) return false;
  const [index, found, step] = location.hash.slice(1).split("/").map(Number);
  if (!(index >= 0) || index >= data.functions.length) return false;
  choose(index, found >= 0 ? found : 0);
  if (step > 0) go(step);
  return true;
}
showTotals();
if (!address()) {
  const first = data.functions.findIndex((entry) => entry.verdict !== "verified");
  choose(first < 0 ? 0 : first);
}
