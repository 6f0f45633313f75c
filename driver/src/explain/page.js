"use strict";
// Everything that the page shows is in one element; a function is drawn when it is chosen.
const report = JSON.parse(document.getElementById("report").textContent);
const byId = (id) => document.getElementById(id);
const escape = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");

// What is shown without asking for all passes: the ends of the stages.
const STAGES = ["irtranslator", "legalizer", "regbankselect", "instruction-select"];
const ALLOCATORS = ["greedy", "linearscan"];
const state = { fn: null, view: "stages", origin: null, row: null };

// Columns of a function: title, name, lines. A stage without lines is as the one before.
function columns(fn, all) {
  const found = [{ pass: "IR", title: "LLVM IR", lines: fn.ir, steps: [] }];
  let last = null;
  let steps = [];
  fn.stages.forEach((stage, n) => {
    if (stage.lines) last = { ...stage };
    steps = steps.concat(stage.steps);
    const next = fn.stages[n + 1];
    const ends = STAGES.includes(stage.pass) || ALLOCATORS.includes(stage.pass) || !next;
    const before = next && ALLOCATORS.includes(next.pass);
    if (all ? stage.lines : ends || before) {
      found.push({ pass: stage.pass, title: stage.title, lines: last.lines, steps });
      steps = [];
    }
  });
  found.push({ pass: "asm-printer", title: "Assembly and bytes", lines: fn.assembly, steps });
  return found;
}

function startsBlock(text) {
  return /^(bb\.\d+|\.LBB|# %bb|\/\/ %bb|[\w.$-]+:)/.test(text);
}

function drawColumn(column, previous) {
  const seen = new Set(previous ? previous.lines.map((line) => line[0].trim()) : []);
  const starts = column.lines.flatMap(([text], n) => (n === 0 || startsBlock(text) ? [n] : []));
  const parts = [];
  column.lines.forEach(([text, origin, note], n) => {
    if (n === starts[0]) {
      starts.shift();
      const rows = (starts.length ? starts[0] : column.lines.length) - n;
      parts.push(n ? "</div>" : "", `<div class="block" style="contain-intrinsic-height: ${1.5 * rows}em">`);
    }
    const isNew = previous && previous.pass !== "IR" && column.pass !== "asm-printer" && !seen.has(text.trim());
    const from = origin === undefined || origin === null ? "" : ` data-o="${origin}"`;
    const bytes = note ? `  <i>${escape(note)}</i>` : "";
    parts.push(`<div class="row${isNew ? " new" : ""}" data-k="${n}"${from}>${escape(text) || " "}${bytes}</div>`);
  });
  return parts.join("") + (column.lines.length ? "</div>" : "");
}

function drawStages() {
  const fn = state.fn;
  state.columns = columns(fn, byId("all").checked);
  byId("stages").innerHTML = state.columns
    .map((column, n) => {
      const before = state.columns[n - 1];
      const count = column.lines.filter((line) => line[1] !== undefined && line[1] !== null).length;
      const head = `<h2>${escape(column.title)} <small>${escape(column.pass)}, ${count}</small></h2>`;
      return `<div class="column" tabindex="0" role="region" aria-label="${escape(column.title)}" data-c="${n}">${head}${drawColumn(column, before)}</div>`;
    })
    .join("");
}

// Marks what has this origin everywhere, and brings it into sight in each column.
function choose(origin, row) {
  document.querySelectorAll(".row.on, .row.at").forEach((other) => other.classList.remove("on", "at"));
  state.origin = origin;
  state.row = row;
  if (row) row.classList.add("at");
  // These take room from the columns.
  drawDetails();
  if (origin !== null) {
    document.querySelectorAll(`.row[data-o="${origin}"]`).forEach((other) => other.classList.add("on"));
    document.querySelectorAll(".column").forEach((column) => {
      const first = column.querySelector(".row.on");
      if (first && first !== row) bringIntoSight(column, first);
    });
  }
  if (row) bringIntoSight(row.closest(".column"), row);
}

function bringIntoSight(column, row) {
  const box = column.getBoundingClientRect();
  const at = row.getBoundingClientRect();
  if (at.top < box.top + 30 || at.bottom > box.bottom) {
    column.scrollTop += at.top - box.top - column.clientHeight / 2;
  }
}

const ruleText = ([kind, name, , inst, text]) =>
  `<span class="rule">${escape(kind)} ${escape(name)}</span> <span class="soft">on</span> <code>${escape(inst)}</code>` +
  (text ? `<pre>${escape(text)}</pre>` : "");

function drawDetails() {
  const aside = byId("details");
  const fn = state.fn;
  if (!state.row) {
    aside.innerHTML = `<p class="soft">Choose an instruction: what it came from and what it became is marked in all stages, and the rules that did it are listed here. Keys: arrows move, <code>/</code> finds a function, 1 to 4 change the view, Escape lets go.</p>`;
    return;
  }
  const column = state.columns[Number(state.row.closest(".column").dataset.c)];
  if (state.origin === null) {
    const text = column.lines[Number(state.row.dataset.k)][0];
    const made = state.columns.find((c) => c.pass !== "IR" && c.lines.some((line) => line[0] === text));
    aside.innerHTML = `<h2><code>${escape(text.trim())}</code></h2><p>It comes from no single instruction of the IR. First seen after: ${escape((made || column).title)}.</p>`;
    return;
  }
  const source = fn.ir.filter((line) => line[1] === state.origin).map((line) => line[0].trim()).join(" ");
  const parts = [`<h2><code>${escape(source)}</code></h2><ol>`];
  for (const shown of state.columns.slice(1)) {
    const rules = shown.steps.filter((step) => step[2] === state.origin);
    const lines = shown.lines.filter((line) => line[1] === state.origin);
    const became = lines.map((line) => `<br><code>${escape(line[0].trim())}</code>`).join("");
    const done = rules.map((rule) => `<br>${ruleText(rule)}`).join("");
    parts.push(`<li><b>${escape(shown.title)}</b>${done}${became || '<br><span class="soft">nothing is left of it</span>'}</li>`);
  }
  aside.innerHTML = parts.join("") + "</ol>";
}

// A colour for each register, the same wherever it is.
function colour(name) {
  let hash = 7;
  for (const c of name) hash = (hash * 31 + c.charCodeAt(0)) % 360;
  return `hsl(${(hash * 47) % 360} 55% 55%)`;
}

function drawAllocation() {
  const { blocks, intervals } = state.fn.allocation;
  const place = byId("allocation");
  if (!blocks.length) {
    place.innerHTML = `<div class="picture"><p>This function has no virtual registers to allocate.</p></div>`;
    return;
  }
  const last = Math.max(...blocks.map((block) => block[2]));
  const scale = Math.max(2, Math.min(8, 24000 / last));
  const numbers = [...new Set(intervals.map((interval) => interval.vreg))];
  const rowOf = new Map(numbers.map((vreg, n) => [vreg, n]));
  const [left, top, height] = [70, 90, 14];
  const x = (position) => left + position * scale;
  const parts = [];
  for (const [block, start, end] of blocks) {
    parts.push(`<line class="band" x1="${x(start)}" x2="${x(start)}" y1="14" y2="${top + numbers.length * height}"/>`);
    if ((end - start) * scale > 34) parts.push(`<text class="soft" x="${x(start) + 3}" y="12">bb.${block}</text>`);
  }
  const pressure = new Int32Array(last + 2);
  for (const interval of intervals) {
    const y = top + rowOf.get(interval.vreg) * height;
    const title = `%${interval.vreg} ${interval.class}: ${interval.location}`;
    const paint = interval.register ? `fill="${colour(interval.location)}"` : `class="spilled"`;
    for (const [start, end] of interval.ranges) {
      const shape = `x="${x(start)}" y="${y}" width="${Math.max(1, (end - start) * scale)}" height="${height - 4}" ${paint}`;
      parts.push(`<g class="interval" data-v="${interval.vreg}"><rect ${shape}><title>${escape(title)}</title></rect></g>`);
      if (interval.register) {
        pressure[start] += 1;
        pressure[end] -= 1;
      }
    }
    const [first] = interval.ranges[0];
    if (interval.ranges[0][1] - first > 30 / scale) parts.push(`<text x="${x(first) + 2}" y="${y + 9}">${escape(interval.location)}</text>`);
  }
  numbers.forEach((vreg, n) => parts.push(`<text class="soft" x="4" y="${top + n * height + 9}">%${vreg}</text>`));
  let [now, most] = [0, 1];
  const heights = [...pressure].map((change) => (now += change));
  most = Math.max(most, ...heights);
  const points = heights.map((live, n) => `${x(n)},${76 - (live / most) * 56}`).join(" ");
  parts.push(`<polyline class="pressure" points="${points}"/><text class="soft" x="4" y="30">${most} live</text>`);
  const width = x(last) + 20;
  const spilled = intervals.filter((interval) => !interval.register).length;
  const split = intervals.length - numbers.length;
  place.innerHTML = `<div class="picture"><p>${numbers.length} virtual registers over ${blocks.length} blocks, before they are rewritten: a row a register, coloured by the physical register; ${split} more pieces by splitting, ${spilled} in memory or made again. Above: how many registers are live.</p><svg width="${width}" height="${top + numbers.length * height + 10}" role="img" aria-label="Live intervals">${parts.join("")}</svg></div>`;
}

function drawGraph() {
  const blocks = state.fn.blocks;
  const place = byId("graph");
  const [left, height, width] = [150, 46, 190];
  const at = new Map(blocks.map(([id], n) => [id, 20 + n * height]));
  const parts = [];
  blocks.forEach(([id, frequency, successors], n) => {
    const y = at.get(id);
    for (const [to, probability] of successors) {
      const end = at.get(to);
      if (end === undefined) continue;
      const back = end <= y;
      const far = Math.min(130, 24 + Math.abs(end - y) / 6);
      const side = back ? left - far : left + width + far;
      const from = back ? left : left + width;
      const title = `bb.${id} to bb.${to}: ${(100 * probability).toFixed(1)} %`;
      if (!back && blocks[n + 1] && blocks[n + 1][0] === to) {
        parts.push(`<line class="edge" x1="${left + width / 2}" x2="${left + width / 2}" y1="${y + 28}" y2="${end}"><title>${title}</title></line>`);
      } else {
        parts.push(`<path class="edge${back ? " back" : ""}" d="M${from} ${y + 14} C${side} ${y + 14} ${side} ${end + 8} ${from} ${end + 8}"><title>${title}</title></path>`);
      }
    }
    parts.push(`<g data-b="${id}"><rect class="box" x="${left}" y="${y}" width="${width}" height="28" rx="4"><title>runs ${frequency.toFixed(3)} times a call</title></rect><text x="${left + 8}" y="${y + 18}">bb.${id}</text><text class="soft" x="${left + 80}" y="${y + 18}">${frequency.toPrecision(3)} ×</text></g>`);
  });
  place.innerHTML = `<div class="picture"><p>The blocks as they are laid out, with how often each runs for one call of the function, as it is estimated or was measured. Edges to the left go back.</p><svg width="${left + width + 160}" height="${30 + blocks.length * height}" role="img" aria-label="Control-flow graph">${parts.join("")}</svg></div>`;
}

function drawTimes() {
  const sums = new Map();
  for (const [name, time] of state.fn.times) sums.set(name, (sums.get(name) || 0) + time);
  const rows = [...sums].sort((a, b) => b[1] - a[1]);
  const most = rows.length ? rows[0][1] : 1;
  const total = rows.reduce((sum, row) => sum + row[1], 0);
  const line = ([name, time]) => `<tr><td><code>${escape(name)}</code></td><td>${(time / 1000).toFixed(1)} µs</td><td class="bar"><div style="width:${(100 * time) / most}%"></div></td></tr>`;
  byId("times").innerHTML = `<div class="picture"><p>What each pass took for this function, printing after each of them not counted: ${(total / 1000).toFixed(0)} µs altogether.</p><table>${rows.map(line).join("")}</table></div>`;
}

const DRAW = { stages: drawStages, allocation: drawAllocation, graph: drawGraph, times: drawTimes };

function show(view) {
  state.view = view;
  for (const name of Object.keys(DRAW)) byId(name).hidden = name !== view;
  document.querySelectorAll("nav button").forEach((button) => button.setAttribute("aria-pressed", String(button.dataset.view === view)));
  if (!state.drawn.has(view)) {
    DRAW[view]();
    state.drawn.add(view);
  }
}

function open(name) {
  const fn = report.functions.find((f) => f.name === name);
  if (!fn) return;
  state.fn = fn;
  state.drawn = new Set(["stages"]);
  drawStages();
  choose(null, null);
  show(state.view);
  byId("search").value = name;
}

function rowOrigin(row) {
  return row.dataset.o === undefined ? null : Number(row.dataset.o);
}

// Moves to another row or column by the keys.
function move(rows, columnsToTheRight) {
  const all = [...document.querySelectorAll(".column")];
  if (!state.row) {
    const first = all[0] && all[0].querySelector(".row[data-o]");
    if (first) choose(rowOrigin(first), first);
    return;
  }
  const column = state.row.closest(".column");
  if (columnsToTheRight) {
    const next = all[all.indexOf(column) + columnsToTheRight];
    if (!next) return;
    const row = next.querySelector(".row.on") || next.querySelector(".row[data-o]") || next.querySelector(".row");
    if (row) choose(rowOrigin(row), row);
    next.scrollIntoView({ inline: "nearest", block: "nearest" });
    return;
  }
  const own = [...column.querySelectorAll(".row")];
  const row = own[own.indexOf(state.row) + rows];
  if (row) choose(rowOrigin(row), row);
}

function key(event) {
  if (event.target.id === "search") {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  const moves = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] };
  const views = Object.keys(DRAW);
  if (moves[event.key] && state.view === "stages") move(...moves[event.key]);
  else if (event.key === "/") byId("search").select();
  else if (event.key === "Escape") choose(null, null);
  else if (/^[1-4]$/.test(event.key)) show(views[Number(event.key) - 1]);
  else return;
  event.preventDefault();
}

// Rows of the stages that name a virtual register of the picture.
function chooseRegister(vreg) {
  document.querySelectorAll(".interval").forEach((g) => g.classList.toggle("on", g.dataset.v === vreg));
  const interval = state.fn.allocation.intervals.filter((i) => String(i.vreg) === vreg);
  const pieces = interval.map((i) => `<li><code>${escape(i.location)}</code> <span class="soft">${i.ranges.map((r) => r.join("–")).join(", ")}</span></li>`);
  byId("details").innerHTML = `<h2>%${vreg} <span class="soft">${escape(interval[0].class)}</span></h2><ol>${pieces.join("")}</ol>`;
}

function start() {
  byId("input").textContent = report.input;
  byId("about").textContent = `${report.triple}, -${report.level}, gisel ${report.version}, ${report.functions.length} functions`;
  byId("functions").innerHTML = report.functions.map((f) => `<option value="${escape(f.name)}">`).join("");
  byId("search").addEventListener("input", (event) => {
    const text = event.target.value;
    const exact = report.functions.find((f) => f.name === text);
    const some = exact || report.functions.find((f) => f.name.includes(text));
    if (some && some !== state.fn && (exact || text.length > 2)) {
      open(some.name);
      event.target.value = text;
    }
  });
  byId("stages").addEventListener("click", (event) => {
    const row = event.target.closest(".row");
    if (row) choose(rowOrigin(row), row);
  });
  byId("allocation").addEventListener("click", (event) => {
    const g = event.target.closest(".interval");
    if (g) chooseRegister(g.dataset.v);
  });
  byId("graph").addEventListener("click", (event) => {
    const g = event.target.closest("[data-b]");
    if (!g) return;
    show("stages");
    for (const column of document.querySelectorAll(".column")) {
      const head = [...column.querySelectorAll(".row")].find((row) => row.textContent.startsWith(`bb.${g.dataset.b}`));
      if (head) bringIntoSight(column, head);
    }
  });
  document.querySelector("nav").addEventListener("click", (event) => {
    if (event.target.dataset.view) show(event.target.dataset.view);
  });
  byId("all").addEventListener("change", () => open(state.fn.name));
  byId("theme").addEventListener("click", () => {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const now = document.documentElement.dataset.theme || (dark ? "dark" : "light");
    document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
  });
  document.addEventListener("keydown", key);
  if (report.functions.length) open(report.functions[0].name);
}

start();
