// SPDX-License-Identifier: GPL-3.0-or-later
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
// Each in English and in Chinese.
const words = __words__;
let lang = (navigator.language || "en").startsWith("zh") ? 1 : 0;
const t = (key, ...values) =>
  values.reduce((text, v, i) => text.replace("%" + (i + 1), () => v), (words[key] || [key, key])[lang]);
const el = (tag, attrs = {}, ...kids) => {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(attrs)) {
    if (k === "text") e.textContent = v;
    else if (k.startsWith("on")) e[k] = v;
    else if (v !== null) e.setAttribute(k, v);
  }
  e.append(...kids.filter((kid) => kid));
  return e;
};
const svg = (tag, attrs, text) => {
  const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [k, v] of Object.entries(attrs)) e.setAttribute(k, v);
  if (text) e.textContent = text;
  return e;
};
const byId = (id) => document.getElementById(id);
const clamp = (v, low, high) => Math.max(low, Math.min(high, v));

// ---- The columns of the pairs, decoded when first asked for (core/compare/html_report.cpp).

const rows = data.pairs.rows;
const once = (make) => {
  const known = new Map();
  return (name) => known.get(name) || known.set(name, make(name)).get(name);
};
/** Cells of a column: null where absent; `value*3` is three of them, `value~3` counts up. */
function decode(code) {
  const cells = new Array(rows);
  const number = (text) => (text === "" ? null : Number(text));
  let at = 0;
  for (const token of code.split(",")) {
    const same = token.indexOf("*"),
      mark = same < 0 ? token.indexOf("~") : same;
    if (mark < 0) {
      cells[at++] = number(token);
      continue;
    }
    const first = number(token.slice(0, mark)),
      end = at + Number(token.slice(mark + 1)),
      step = same < 0 ? 1 : 0;
    for (let v = first; at < end; v = step ? v + 1 : v) cells[at++] = v;
  }
  return cells;
}
/** A text that shares its first and last characters with another one: "first last between". */
function restore(coded, other) {
  const one = coded.indexOf(" "),
    two = coded.indexOf(" ", one + 1);
  const first = Number(coded.slice(0, one)),
    last = Number(coded.slice(one + 1, two));
  return other.slice(0, first) + coded.slice(two + 1) + (last ? other.slice(-last) : "");
}
// What the first look does not need follows the script, so that it need not wait for it.
const absent = new Array(rows).fill(null);
const decoded = once((name) => decode(data.pairs.columns[name]));
const numbers = (name) => (name in data.pairs.columns ? decoded(name) : absent);
const restored = once((name) => {
  let before = "";
  return data.pairs.texts[name].map((coded) => (before = restore(coded, before)));
});
const texts = (name) => (name in data.pairs.texts ? restored(name) : []);
const textAt = (name, row) => {
  const i = numbers(name)[row];
  return i === null ? "" : texts(name)[i];
};
const goldenId = (row) => (data.pairs.golden ? restore(data.pairs.golden[row], textAt("target_id", row)) : "");
const verdictNames = ["fail", "warn", "not-comparable", "pass"];
const verdicts = (() => {
  const codes = texts("verdict").map((word) => verdictNames.indexOf(word));
  return Uint8Array.from(numbers("verdict"), (i) => codes[i]);
})();
const layers = data.layers;
const layerOf = (() => {
  const places = new Map(layers.map((layer, i) => [layer.layer, i]));
  const codes = texts("layer").map((name) => places.get(name));
  return numbers("layer").map((i) => (i === null ? places.get("") : codes[i]));
})();
/** "" is the relative L2 error, or that of the norms where only statistics were recorded. */
const figures = once((metric) => {
  if (metric) return numbers(metric);
  const norms = numbers("l2norm_diff_relative");
  return numbers("relative_euclidean_distance").map((v, i) =>
    v !== null || norms[i] === null ? v : Math.abs(norms[i]),
  );
});
const varies = (name) => new Set(numbers(name)).size > 1;

function show(v) {
  if (v === null || v === undefined) return "";
  if (typeof v !== "number" || !Number.isFinite(v)) return String(v);
  if (Number.isInteger(v) && Math.abs(v) < 1e9) return String(v);
  const toOne = 1 - Math.abs(v); // of a similarity it is what lacks that counts
  const text =
    toOne > 0 && toOne < 0.01
      ? v.toFixed(clamp(1 - Math.floor(Math.log10(toOne)), 4, 15))
      : Math.abs(v) < 1e-4
        ? v.toExponential(3)
        : v.toPrecision(4);
  return text.replace(/\.?0+($|e)/, "$1");
}
const count = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, "\u202f");
const place = (o) =>
  [o.rank === null ? "" : t("rank") + " " + o.rank, o.step === null ? "" : t("step") + " " + o.step]
    .filter((x) => x)
    .join(" · ");
const ioOf = (row) => [textAt("io", row), show(numbers("slot")[row])].join(" ").trim();

// ---- Names: elided in the middle by the style, whole in the document.

const layerPattern = once((layer) => {
  const parts = layer.split("/").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp("(" + parts.slice(-2, -1).join("") + "[/.]|^)" + parts[parts.length - 1] + "(?=[/.]|$)[/.]?");
});
function nameBox(name, layer) {
  const end = name.includes("/") ? /[^/]+\/?$/ : /[^.]+(\.\d+)?(\.(forward|backward|parameters(_grad)?))?(\.\d+)?$/;
  const tail = (end.exec(name) || [name])[0],
    rest = name.slice(0, name.length - tail.length);
  const found = (layer && layerPattern(layer).exec(rest)) || /()[^/.]*\d[^/.]*[/.]/.exec(rest);
  const at = found ? found.index + found[1].length : rest.length,
    to = found ? found.index + found[0].length : at;
  const part = (kind, text) =>
    text && el("span", { class: kind + (text.length > 3 ? " cut" : ""), text });
  return el(
    "span",
    { class: "name", title: name },
    part("way", rest.slice(0, at)),
    part("block", rest.slice(at, to)),
    part("way", rest.slice(to)),
    part("last", tail),
  );
}
/** What is copied has names in full, cells parted by tabs and rows by lines. */
document.addEventListener("copy", (e) => {
  const selection = getSelection();
  let text = "";
  if (selection.isCollapsed) {
    if (document.activeElement === byId("grid") && lines[current] >= 0) text = textAt("op_name", lines[current]);
  } else {
    const range = selection.getRangeAt(0),
      from = range.commonAncestorContainer;
    const inside = (from.closest ? from : from.parentElement).closest(".name");
    const copy = range.cloneContents();
    if (inside) text = inside.title;
    else if (copy.querySelector(".name, .row")) {
      for (const name of copy.querySelectorAll(".name")) name.textContent = name.title;
      for (const cell of copy.querySelectorAll(".row > *")) cell.append("\t");
      for (const row of copy.querySelectorAll(".row, .suspect > *")) row.append("\n");
      text = copy.textContent.replace(/\t\n/g, "\n");
    }
  }
  if (!text) return;
  e.clipboardData.setData("text/plain", text);
  e.preventDefault();
});

// ---- What is shown: lines are rows, or groups as -1 - group.

const chosen = new Set(["fail", "warn", "not-comparable"]);
let filter = "",
  metric = "",
  sort = { name: "index", down: false },
  grouped = layers.length > 0,
  lines = [],
  members = [],
  current = 0,
  opened = null, // the row whose details are shown
  openLine = -1,
  openHeight = 0;
const unfolded = new Set();

function shownRows() {
  const needle = filter.toLowerCase(),
    isShown = verdictNames.map((name) => chosen.has(name));
  const hits = ["op_name", "op_type", "reason", "layer"].map((name) => [
    numbers(name),
    needle ? texts(name).map((text) => text.toLowerCase().includes(needle)) : [],
  ]);
  const found = [];
  for (let row = 0; row < rows; ++row)
    if (isShown[verdicts[row]] && (!needle || hits.some(([cells, hit]) => hit[cells[row]]))) found.push(row);
  if (sort.name !== "index" || sort.down) {
    const isText = ["op_name", "op_type", "io", "reason"].includes(sort.name);
    const order = isText && texts(sort.name).slice().sort(),
      places = order && new Map(order.map((text, i) => [text, i])),
      codes = order && texts(sort.name).map((text) => places.get(text));
    const cells = sort.name === "error" ? figures(metric) : numbers(sort.name);
    const key = new Float64Array(rows);
    for (const row of found) {
      const v = sort.name === "index" ? row : sort.name === "verdict" ? verdicts[row] : cells[row];
      key[row] = v === null ? Infinity : (Number.isNaN(v) ? Number.MAX_VALUE : isText ? codes[v] : v) * (sort.down ? -1 : 1);
    }
    found.sort((a, b) => (key[a] < key[b] ? -1 : key[a] > key[b] ? 1 : a - b));
  }
  return found;
}
/** Few rows are unfolded, of many the first block that fails. */
function unfoldFirst() {
  unfolded.clear();
  const found = shownRows();
  if (found.length <= 60) layers.forEach((_, i) => unfolded.add(i));
  else if (found.length && grouped)
    unfolded.add(layerOf[found.find((row) => verdicts[row] === 0) || found[0]]);
}
function arrange() {
  const found = shownRows();
  if (grouped) {
    members = layers.map(() => []);
    for (const row of found) members[layerOf[row]].push(row);
    lines = [];
    members.forEach((inside, group) => {
      if (inside.length) lines.push(-1 - group);
      if (unfolded.has(group)) for (const row of inside) lines.push(row);
    });
  } else lines = found;
  openLine = lines.indexOf(opened);
  if (openLine < 0) opened = null;
  current = clamp(current, 0, Math.max(0, lines.length - 1));
  byId("shown").textContent = t("shownOf", count(found.length), count(rows));
  byId("none").hidden = found.length > 0;
  for (const chip of document.querySelectorAll(".chip"))
    chip.setAttribute("aria-pressed", chosen.has(chip.dataset.verdict));
  drawHead();
  drawLines(true);
}

// ---- The table: only the lines in sight are in the document.

const lineHeight = 27;
const columns = [
  { name: "verdict", size: data.summary.not_comparable ? "7.8rem" : "5.4rem", cell: (row) => el("span", { class: "mark " + verdictNames[verdicts[row]], text: t(verdictNames[verdicts[row]]) }) },
  { name: "index", title: "#", size: rows > 99999 ? "4rem" : "3rem", right: true, cell: (row) => String(row) },
  { name: "rank", size: "3.4rem", right: true, if: varies("rank"), cell: (row) => show(numbers("rank")[row]) },
  { name: "step", size: "3.4rem", right: true, if: varies("step"), cell: (row) => show(numbers("step")[row]) },
  { name: "op_name", size: "minmax(10rem, 1.5fr)", cell: (row) => nameBox(textAt("op_name", row), textAt("layer", row)) },
  { name: "op_type", size: "7rem", wide: true, cell: (row) => textAt("op_type", row) },
  { name: "io", size: "5.2rem", cell: (row) => ioOf(row) },
  { name: "error", title: "errorShort", size: "6rem", right: true, cell: (row) => show(figures(metric)[row]) },
  { name: "cosine_similarity", title: "cosine", size: "6rem", right: true, wide: true, if: data.metrics.includes("cosine_similarity"), cell: (row) => show(numbers("cosine_similarity")[row]) },
  { name: "reason", size: "minmax(6rem, 1.15fr)", wide: true, cell: (row) => textAt("reason", row) },
].filter((c) => c.if !== false);

function drawHead() {
  const head = byId("head"),
    root = document.documentElement.style;
  root.setProperty("--columns", columns.map((c) => c.size).join(" "));
  root.setProperty("--columns-narrow", columns.filter((c) => !c.wide).map((c) => c.size).join(" "));
  head.replaceChildren(
    ...columns.map((c) => {
      const isSorted = sort.name === c.name;
      return el(
        "button",
        {
          class: (c.right ? "right " : "") + (c.wide ? "wide" : ""),
          role: "columnheader",
          tabindex: -1,
          title: (c.name === "error" && metric) || data.help[c.name] || t(c.name),
          "aria-sort": isSorted ? (sort.down ? "descending" : "ascending") : null,
          onclick: () => {
            sort = { name: c.name, down: isSorted ? !sort.down : c.name === "error" };
            arrange();
          },
        },
        c.title && !words[c.title] ? c.title : t(c.title || c.name),
      );
    }),
  );
}
function rowLine(row) {
  return el(
    "div",
    { class: "row", role: "row", "aria-expanded": row === opened },
    ...columns.map((c) => {
      const cell = c.cell(row),
        isText = typeof cell === "string";
      const box = el("span", { role: "gridcell", class: (c.right ? "right " : "") + (c.wide ? "wide " : "") + c.name });
      box.append(cell);
      if (isText && (c.name === "reason" || c.name === "op_type")) box.title = cell;
      return box;
    }),
  );
}
function groupLine(group) {
  const layer = layers[group];
  let worst = null;
  for (const row of members[group]) {
    const v = figures(metric)[row];
    if (v !== null && (worst === null || v > worst || Number.isNaN(v))) worst = v;
  }
  return el(
    "div",
    { class: "group", role: "row", "aria-expanded": unfolded.has(group) },
    el("b", {}, layer.layer ? nameBox(layer.layer, "") : el("span", { text: t("noLayer") })),
    shares(layer),
    el("span", {}, ...countSpans(layer)),
    worst === null ? null : el("span", { class: "dim", text: t("largest", show(worst)) }),
  );
}
const topOf = (line) => line * lineHeight + (openLine >= 0 && line > openLine ? openHeight : 0);
function drawLines(afresh) {
  const grid = byId("grid"),
    body = byId("lines"),
    at = openLine;
  let details = byId("details");
  if (afresh) {
    if (details && Number(details.dataset.row) !== opened) details = details.remove();
    if (at >= 0 && !details) {
      details = pairDetails(opened);
      body.append(details);
      openHeight = details.offsetHeight;
    }
    if (at < 0) openHeight = 0;
    body.style.height = lines.length * lineHeight + openHeight + "px";
  }
  if (details) details.style.top = (at + 1) * lineHeight + "px";
  const lineAt = (y) => Math.floor((at >= 0 && y > (at + 1) * lineHeight ? Math.max((at + 1) * lineHeight, y - openHeight) : y) / lineHeight);
  const from = clamp(lineAt(grid.scrollTop) - 8, 0, lines.length),
    to = clamp(lineAt(grid.scrollTop + grid.clientHeight) + 8, 0, lines.length);
  const drawn = [];
  for (let line = from; line < to; ++line) {
    const v = lines[line],
      e = v < 0 ? groupLine(-1 - v) : rowLine(v);
    e.style.top = topOf(line) + "px";
    e.dataset.line = line;
    e.id = "line" + line;
    if (line === current) e.classList.add("current");
    drawn.push(e);
  }
  for (const old of [...body.children]) if (old !== details) old.remove();
  body.prepend(...drawn);
  grid.setAttribute("aria-activedescendant", "line" + current);
}
function intoSight(line) {
  const grid = byId("grid"),
    head = byId("head").offsetHeight,
    y = topOf(line);
  if (y < grid.scrollTop) grid.scrollTop = y;
  else if (y + lineHeight + head > grid.scrollTop + grid.clientHeight)
    grid.scrollTop = y + lineHeight + head - grid.clientHeight;
}
function select(line) {
  current = clamp(line, 0, lines.length - 1);
  intoSight(current);
  drawLines(false);
}
/** Folds or unfolds a group, shows or hides the details of a row. */
function toggle(line, isOn) {
  const v = lines[line];
  if (v === undefined) return;
  if (v < 0) {
    const group = -1 - v,
      on = isOn === undefined ? !unfolded.has(group) : isOn;
    if (on) unfolded.add(group);
    else unfolded.delete(group);
  } else opened = (isOn === undefined ? opened !== v : isOn) ? v : null;
  current = line;
  arrange();
}
/** Shows a pair wherever it is: filters and folds that hide it are taken back. */
function goTo(row) {
  chosen.add(verdictNames[verdicts[row]]);
  if (!shownRows().includes(row)) byId("filter").value = filter = "";
  if (grouped) unfolded.add(layerOf[row]);
  opened = row;
  arrange();
  current = lines.indexOf(row);
  byId("pairs").scrollIntoView({ block: "start" });
  byId("grid").scrollTop = Math.max(0, topOf(current) - 3 * lineHeight);
  drawLines(false);
  byId("grid").focus({ preventScroll: true });
}
const keys = {
  ArrowDown: () => select(current + 1),
  ArrowUp: () => select(current - 1),
  PageDown: () => select(current + Math.floor(byId("grid").clientHeight / lineHeight) - 2),
  PageUp: () => select(current - Math.floor(byId("grid").clientHeight / lineHeight) + 2),
  Home: () => select(0),
  End: () => select(lines.length - 1),
  Enter: () => toggle(current),
  " ": () => toggle(current),
  ArrowRight: () => toggle(current, true),
  ArrowLeft: () => {
    const group = lines[current] >= 0 && lines[current] !== opened && grouped ? -1 - layerOf[lines[current]] : 0;
    if (group) select(lines.indexOf(group));
    else toggle(current, false);
  },
  Escape: () => {
    opened = null;
    arrange();
  },
};
document.addEventListener("keydown", (e) => {
  const from = e.target;
  if (!rows || e.ctrlKey || e.metaKey || e.altKey) return;
  if (e.key === "/" && !/^(INPUT|SELECT)$/.test(from.tagName)) {
    byId("filter").focus();
    byId("filter").select();
  } else if (from.id === "filter" && (e.key === "ArrowDown" || e.key === "Enter")) byId("grid").focus();
  else if (from.id === "grid" && keys[e.key]) keys[e.key]();
  else return;
  e.preventDefault();
});

// ---- What is known of one pair.

function blockMap(blocks) {
  const w = 520,
    h = 30,
    s = svg("svg", { viewBox: "0 0 " + w + " " + h, role: "img", "aria-label": t("where") }),
    values = blocks.map(Number),
    largest = Math.max(...values.filter(Number.isFinite), 0);
  values.forEach((v, i) => {
    const share = !Number.isFinite(v) ? 1 : largest > 0 ? Math.log1p((1e4 * v) / largest) / Math.log1p(1e4) : 0;
    const r = svg("rect", { x: (i * w) / values.length, y: 0, width: w / values.length + 0.5, height: h, class: "error", "fill-opacity": share.toFixed(3) });
    r.append(svg("title", {}, "[" + i + "] " + show(v)));
    s.append(r);
  });
  return el("figure", {}, s, el("figcaption", { text: t("where") + ", 0 … " + show(largest) }));
}
function histogram(g) {
  const w = 520,
    h = 96,
    n = Math.max(g.counts.length, 1),
    cell = Math.min(w / n, 44),
    s = svg("svg", { viewBox: "0 0 " + w + " " + (h + 16), role: "img", "aria-label": t("hist") }),
    largest = Math.max(...g.counts, 1);
  g.counts.forEach((c, i) => {
    const bar = c > 0 ? Math.max(1, (h * Math.log1p(c)) / Math.log1p(largest)) : 0;
    const r = svg("rect", { x: i * cell + 0.5, y: h - bar, width: Math.max(cell - 1, 1), height: bar, class: "count" });
    r.append(svg("title", {}, "2^" + (g.lowest + i) + ": " + c));
    s.append(r);
  });
  s.append(
    svg("text", { x: 2, y: h + 12 }, "2^" + g.lowest),
    svg("text", { x: Math.max(n * cell, 60), y: h + 12, "text-anchor": "end" }, "2^" + (g.lowest + n)),
  );
  return el("figure", {}, s, el("figcaption", { text: t("hist") + "; 0: " + g.zero }));
}
function simpleTable(heads, lists, isNumber) {
  const cell = (tag, text, i) => el(tag, { class: isNumber(i) ? "right" : null, text });
  return el(
    "table",
    {},
    el("thead", {}, el("tr", {}, ...heads.map((head, i) => cell("th", head, i)))),
    el("tbody", {}, ...lists.map((list) => el("tr", {}, ...list.map((v, i) => cell("td", v, i))))),
  );
}
const facts = (list) =>
  el("dl", {}, ...list.filter(([, v]) => v).flatMap(([k, v]) => [el("dt", { text: t(k) }), el("dd", { text: v })]));
function pairDetails(row) {
  const both = (a, b) => {
    const x = textAt(a, row),
      y = textAt(b, row);
    return x === y ? x : x + " | " + y;
  };
  const more = (data.details || {})[row] || {},
    charts = el("div", {}, more.blocks && blockMap(more.blocks), more.histogram && histogram(more.histogram)),
    images = el("div", { class: "images" }, charts.firstChild && charts);
  if (more.worst && more.worst.length)
    images.append(
      el(
        "figure",
        {},
        simpleTable(
          ["index", "target", "golden", "abs", "rel"].map((k) => t(k)),
          more.worst.map((list) => list.map(show)),
          () => true,
        ),
        el("figcaption", { text: t("elements") }),
      ),
    );
  return el(
    "div",
    { id: "details", "data-row": row },
    facts([
      ["op_name", textAt("op_name", row)],
      ["reason", textAt("reason", row)],
      ["pairReason", textAt("pair_reason", row)],
      ["dtype", both("dtype", "golden_dtype")],
      ["shape", both("shape", "golden_shape")],
      ["target", textAt("target_id", row)],
      ["golden", goldenId(row)],
    ]),
    images,
    el(
      "div",
      { class: "metrics" },
      ...data.metrics
        .filter((id) => numbers(id)[row] !== null)
        .map((id) => el("div", { title: data.help[id] }, el("span", { text: id }), el("b", { text: show(numbers(id)[row]) }))),
    ),
  );
}

// ---- Overview: the error of every pair over the order of execution.

const overview = { height: 132, left: 46, right: 10, x: [], y: [] };
function drawOverview() {
  const canvas = byId("overview"),
    errors = figures(metric),
    finite = errors.filter((v) => v !== null && Number.isFinite(v) && v !== 0).map(Math.abs);
  const { height, left, right } = overview,
    w = Math.max(200, canvas.parentElement.clientWidth - 2),
    scale = window.devicePixelRatio || 1,
    c = canvas.getContext("2d"),
    style = getComputedStyle(document.documentElement),
    color = (name) => style.getPropertyValue("--" + name).trim();
  canvas.width = w * scale;
  canvas.height = height * scale;
  canvas.style.height = height + "px";
  c.scale(scale, scale);
  let low = Infinity,
    high = -Infinity;
  for (const v of finite) {
    low = Math.min(low, v);
    high = Math.max(high, v);
  }
  low = Number.isFinite(low) ? Math.floor(Math.log10(low)) : -1;
  high = Number.isFinite(high) ? Math.max(Math.ceil(Math.log10(high)), low + 1) : 0;
  low = Math.max(low, high - 16);
  const ceiling = 18,
    floor = height - 20;
  const yOf = (v) => floor - 14 - ((Math.log10(v) - low) / (high - low)) * (floor - 14 - ceiling - 8);
  c.font = "11px system-ui, sans-serif";
  c.textAlign = "right";
  c.textBaseline = "middle";
  c.lineWidth = 1;
  const rule = (y, text) => {
    c.strokeStyle = color("line");
    c.beginPath();
    c.moveTo(left, Math.round(y) + 0.5);
    c.lineTo(w - right, Math.round(y) + 0.5);
    c.stroke();
    c.fillStyle = color("dim");
    c.fillText(text, left - 6, y);
  };
  const stride = Math.max(1, Math.ceil((high - low) / 4));
  for (let e = high; e >= low; e -= stride) rule(yOf(10 ** e), "1e" + e);
  rule(floor, "0");
  if (errors.some((v) => v !== null && !Number.isFinite(v))) rule(ceiling - 8, "NaN, ∞");
  const x = (overview.x = new Float32Array(rows)),
    y = (overview.y = new Float32Array(rows));
  const size = rows > 20000 ? 2 : rows > 2000 ? 3 : 4,
    fine = size > 2 ? 1 : 2,
    taken = new Uint8Array((w + 1) * (height + 1));
  for (let row = 0; row < rows; ++row) {
    const v = errors[row] === null ? null : Math.abs(errors[row]);
    x[row] = left + ((row + 0.5) / rows) * (w - left - right);
    y[row] = v === null ? NaN : !Number.isFinite(v) ? ceiling - 8 : v === 0 ? floor : clamp(yOf(v), ceiling, floor - 4);
  }
  // What fails is drawn last; of points on one place only the first.
  for (const verdict of [3, 2, 1, 0]) {
    c.fillStyle = color(["fail", "warn", "none", "pass"][verdict]);
    c.globalAlpha = verdict === 3 ? 0.55 : 0.9;
    for (let row = 0; row < rows; ++row) {
      const pixel = Math.round(y[row] / fine) * w + Math.round(x[row] / fine);
      if (verdicts[row] !== verdict || taken[pixel] === verdict + 1 || Number.isNaN(y[row])) continue;
      taken[pixel] = verdict + 1;
      c.fillRect(x[row] - size / 2, y[row] - size / 2, size, size);
    }
  }
  c.globalAlpha = 1;
  c.textAlign = "center";
  const mark = (row, text) => {
    c.strokeStyle = c.fillStyle = color("accent");
    c.beginPath();
    c.moveTo(Math.round(x[row]) + 0.5, 14);
    c.lineTo(Math.round(x[row]) + 0.5, floor + 4);
    c.stroke();
    c.beginPath();
    c.arc(x[row], 8, 7.5, 0, 7);
    c.fill();
    c.fillStyle = color("bg");
    c.fillText(text, x[row], 8.5);
  };
  data.suspects
    .slice(0, 9)
    .map((suspect, i) => [suspect.pairs[0], i + 1])
    .reverse()
    .forEach(([row, i]) => row !== undefined && mark(row, i));
  c.fillStyle = color("dim");
  c.textAlign = "left";
  c.fillText("#0", left, height - 7);
  c.textAlign = "right";
  c.fillText("#" + (rows - 1), w - right, height - 7);
  c.textAlign = "center";
  c.fillText(t(data.conclusion.order_known ? "byExecution" : "byDump"), (left + w - right) / 2, height - 7);
}
function nearestPair(e) {
  const px = e.offsetX,
    py = e.offsetY,
    { x, y } = overview;
  let best = -1,
    distance = 150;
  for (let row = 0; row < rows; ++row) {
    const d = (x[row] - px) ** 2 + (y[row] - py) ** 2 + verdicts[row];
    if (d < distance) [best, distance] = [row, d];
  }
  return best;
}
function hover(e) {
  const row = nearestPair(e);
  e.target.style.cursor = row < 0 ? "" : "pointer";
  e.target.title =
    row < 0 ? "" : "#" + row + " " + textAt("op_name", row) + " " + ioOf(row) + "\n" + t(verdictNames[verdicts[row]]) + ", " + show(figures(metric)[row]);
}

// ---- Verdicts by layer, rank and step.

const kinds = [["fail", "fail"], ["warn", "warn"], ["not_comparable", "not-comparable"], ["pass", "pass"]];
const total = (counts) => kinds.reduce((sum, [key]) => sum + counts[key], 0);
/** A bar with the share of each verdict. */
const shares = (counts) =>
  el(
    "span",
    { class: "shares" },
    ...kinds
      .filter(([key]) => counts[key])
      .map(([key, name]) => {
        const part = el("i", { class: name });
        part.style.flexGrow = counts[key];
        return part;
      }),
  );
const countSpans = (counts) =>
  kinds.filter(([key]) => counts[key]).map(([key, name]) => el("span", { class: "count " + name, text: count(counts[key]) + " " + t(name) }));
const countText = (counts) => countSpans(counts).map((span) => span.textContent).join(", ");
function layerStrip() {
  const strip = el("div", { class: "strip" }),
    every = Math.ceil(layers.length / 40);
  layers.forEach((layer, i) => {
    const number = (/\d+/.exec(layer.layer.split("/").pop()) || ["–"])[0];
    const cell = el(
      "button",
      {
        title: (layer.layer || t("noLayer")) + "\n" + countText(layer),
        onclick: () => {
          if (!total({ ...layer, pass: 0 })) chosen.add("pass");
          grouped = byId("grouped").checked = true;
          unfolded.add(i);
          arrange();
          byId("pairs").scrollIntoView({ block: "start" });
          const line = Math.max(0, lines.indexOf(-1 - i));
          byId("grid").scrollTop = line * lineHeight;
          select(line);
        },
      },
      shares(layer),
      el("span", { class: "label", text: i % every ? "" : number }),
    );
    strip.append(cell);
  });
  return el("section", {}, el("h2", { text: t("layers") }), strip);
}
function cube() {
  const unique = (name) => [...new Set(data.cube.map((c) => c[name]))];
  const [down, across] = unique("rank").length > unique("step").length ? ["step", "rank"] : ["rank", "step"];
  const cells = new Map(data.cube.map((c) => [c[down] + "/" + c[across], c]));
  const head = (name, v) => el("th", { text: v === null ? "" : t(name) + " " + v });
  const cell = (c) => {
    if (!c) return el("td");
    const bad = c.fail || c.warn,
      title = countText(c) + (c.first ? "\n" + t("first") + ": " + c.first : "");
    const e = el("td", { class: c.fail ? "fail" : c.warn ? "warn" : "pass", text: count(bad), title });
    e.style.setProperty("--share", Math.round(12 + (50 * bad) / Math.max(1, total(c))) + "%");
    return e;
  };
  const lists = unique(down).map((v) =>
    el("tr", {}, head(down, v), ...unique(across).map((w) => cell(cells.get(v + "/" + w)))),
  );
  const heads = el("tr", {}, el("th", { text: t("failing") }), ...unique(across).map((v) => head(across, v)));
  const table = el("table", { class: "cube" }, el("thead", {}, heads), el("tbody", {}, ...lists));
  return el("section", {}, el("h2", { text: t("cube") }), el("div", { class: "scroll" }, table));
}

// ---- Verdict and suspects.

const ruleWords = { "inputs-clean": "clean", "inputs-partly": "partly", "inputs-differ": "dirty", "no-inputs": "noInputs", "input-only": "inputOnly", "no-io": "noIo" };
function verdictBox() {
  const c = data.conclusion,
    f = data.first,
    s = data.summary;
  const mood = ["bit-equal", "within-limits", "rounding"].includes(c.kind)
    ? "pass"
    : ["suspect", "non-finite", "unexplained"].includes(c.kind)
      ? "fail"
      : "warn";
  const unpaired = [["unpairedTarget", s.unpaired_target], ["unpairedGolden", s.unpaired_golden]].filter(([, n]) => n);
  return el(
    "header",
    { id: "conclusion", class: mood },
    el("h1", { text: lang ? t(c.kind) + " — " + c.text : c.text.charAt(0).toUpperCase() + c.text.slice(1) }),
    ...[c.reason, c.first_beyond_limits].map((text) => text && el("p", { text })),
    f &&
      el(
        "p",
        {},
        el("span", { class: "dim", text: t("first") + ": " }),
        [place(f), f.op_name].filter((x) => x).join(" ") + " — " + t(ruleWords[f.rule]) + " (",
        el("a", { href: "#pairs", text: "#" + f.index, onclick: (e) => (e.preventDefault(), goTo(f.index)) }),
        ")",
      ),
    data.partial && el("p", { class: "warn", text: t("partial") }),
    el(
      "p",
      { class: "counts" },
      el("span", { text: c.coverage.text }),
      el("span", { text: t("pairsCount", count(rows)) }),
      ...countSpans(s),
      ...unpaired.map(([k, n]) => el("span", { class: "count not-comparable", text: count(n) + " " + t(k) })),
    ),
  );
}
function suspectEntry(s, i) {
  const row = s.pairs[0];
  return el(
    "div",
    { class: "suspect" },
    el("span", { class: "ordinal", text: String(i + 1) }),
    el(
      "button",
      { class: "link", onclick: () => row !== undefined && goTo(row) },
      nameBox(s.op_name, row === undefined ? "" : textAt("layer", row)),
    ),
    el("span", { class: "dim", text: [place(s), s.op_type].filter((x) => x).join(" · ") }),
    el("span", { class: "score", title: t("scoreHelp"), text: t("score", show(Number(s.score)).replace("Infinity", "∞")) }),
    el("p", { class: "why", text: s.why }),
  );
}
function suspectList() {
  const { closest, closest_score: score, threshold, judged, note, effects } = data.suspicion;
  const entries = data.suspects.map(suspectEntry),
    more = entries.slice(5),
    says = (text) => text && el("p", { class: "dim", text });
  const none = closest ? t("closest", closest, show(score), show(threshold)) : judged ? t("noSuspect") : "";
  return el(
    "section",
    { class: "suspects" },
    el("h2", { text: t("suspects") }),
    ...entries.slice(0, 5),
    more.length > 0 && el("details", {}, el("summary", { text: t("moreSuspects", more.length) }), ...more),
    !entries.length && says(none),
    ...[note].concat(effects.map((effect) => effect.text)).map(says),
  );
}

// ---- The page.

function pairSection() {
  const input = el("input", { id: "filter", type: "search", placeholder: t("filter"), "aria-label": t("filter"), value: filter });
  let wait = 0;
  input.oninput = () => {
    clearTimeout(wait);
    wait = setTimeout(() => {
      filter = input.value;
      unfoldFirst();
      arrange();
    }, 60);
  };
  const chip = (name, n) =>
    el("button", {
      class: "chip " + name,
      "data-verdict": name,
      text: t(name) + " " + count(n),
      disabled: n ? null : "",
      onclick: () => {
        if (!chosen.delete(name)) chosen.add(name);
        if (!lines.length) unfoldFirst();
        arrange();
      },
    });
  const box = el("input", { id: "grouped", type: "checkbox" });
  box.checked = grouped;
  box.onchange = () => {
    grouped = box.checked;
    arrange();
  };
  const grid = el(
    "div",
    { id: "grid", role: "treegrid", tabindex: 0, "aria-label": t("pairs"), "aria-rowcount": rows },
    el("div", { id: "head", role: "row" }),
    el("div", { id: "lines" }),
    el(
      "p",
      { id: "none", class: "dim", hidden: "" },
      t(data.summary.fail + data.summary.warn + data.summary.not_comparable ? "nothingShown" : "allPass") + " ",
      el("button", { text: t("showAll"), onclick: () => {
        verdictNames.forEach((name) => chosen.add(name));
        byId("filter").value = filter = "";
        unfoldFirst();
        arrange();
      } }),
    ),
  );
  grid.onscroll = () => drawLines(false);
  grid.onclick = (e) => {
    const line = e.target.closest("[data-line]");
    if (line && getSelection().isCollapsed) toggle(Number(line.dataset.line));
  };
  return el(
    "section",
    { id: "pairs" },
    el("h2", { text: t("pairs") }),
    el(
      "div",
      { class: "tools" },
      input,
      ...kinds.map(([key, name]) => chip(name, data.summary[key])),
      layers.length > 0 && el("label", {}, box, t("byLayer")),
      el("button", { text: t("csv"), onclick: saveCsv }),
      el("span", { id: "shown", class: "dim" }),
    ),
    grid,
    el("p", { class: "dim keys", text: t("keys") }),
  );
}
function saveCsv() {
  const quote = (v) => (/[",\r\n]/.test(v) ? '"' + v.replace(/"/g, '""') + '"' : v);
  const names = ["op_type", "op_name", "io", "reason", "target_id"];
  const heads = ["index", "verdict", "rank", "step", ...names, "slot", "golden_id", ...data.metrics];
  const all = shownRows().map((row) =>
    [row, verdictNames[verdicts[row]], numbers("rank")[row], numbers("step")[row]]
      .concat(names.map((name) => textAt(name, row)), numbers("slot")[row], goldenId(row), data.metrics.map((id) => numbers(id)[row]))
      .map((v) => (v === null ? "" : quote(String(v))))
      .join(","),
  );
  const url = URL.createObjectURL(new Blob([[heads.join(",")].concat(all, "").join("\r\n")], { type: "text/csv" }));
  el("a", { href: url, download: "comparison.csv" }).click();
}
function ending() {
  const section = el("section", { class: "ending" });
  const add = (title, ...kids) => section.append(el("h2", { text: t(title) }), ...kids);
  if (data.unpaired.length) {
    const names = data.unpaired.map((u) => [t(u.side), u.id, u.reason]);
    add("unpaired", el("div", { class: "list" }, simpleTable([t("side"), t("tensor"), t("reason")], names, () => false)));
  }
  if (data.problems.length) add("problems", el("ul", {}, ...data.problems.map((text) => el("li", { text }))));
  add(
    "settings",
    facts([
      ["target", data.target],
      ["golden", data.golden],
      ["command", data.command],
      ["profile", data.profile],
      ["limits", data.limits],
      ["made", count(data.summary.bytes)],
      ["versions", data.versions],
    ]),
  );
  return section;
}
function draw() {
  document.documentElement.lang = lang ? "zh-CN" : "en";
  const choice = el(
    "select",
    { id: "metric", "aria-label": t("error") },
    el("option", { value: "", text: t("error") }),
    ...data.metrics.map((id) => el("option", { value: id, text: id })),
  );
  choice.value = metric;
  choice.onchange = () => {
    metric = choice.value;
    drawOverview();
    arrange();
  };
  const canvas = el("canvas", { id: "overview", role: "img", "aria-label": t("overview"), onmousemove: hover, onclick: (e) => nearestPair(e) >= 0 && goTo(nearestPair(e)) });
  const suspects = suspectList();
  const pairParts = [
    suspects.children.length > 1 && suspects,
    el("section", {}, el("div", { class: "titled" }, el("h2", { text: t("overview") }), choice), el("div", { class: "plot" }, canvas)),
    layers.length > 0 && layerStrip(),
    data.cube.length > 1 && cube(),
    pairSection(),
  ].filter((part) => part);
  byId("page").replaceChildren(
    el(
      "div",
      { class: "bar" },
      el("b", { text: "Dumpscope" }),
      el("span", { class: "side", text: t("target") + " ", title: data.target }, el("bdi", { text: data.target })),
      el("span", { class: "side", text: t("golden") + " ", title: data.golden }, el("bdi", { text: data.golden })),
      el("button", {
        text: lang ? "English" : "中文",
        onclick: () => {
          lang = 1 - lang;
          draw();
        },
      }),
    ),
    verdictBox(),
    ...(rows ? pairParts : []),
    ending(),
  );
  if (!rows) return;
  drawOverview();
  arrange();
}

// ---- Paper: light, every row that does not pass, names in full.

function printed() {
  const places = ["rank", "step"].filter(varies),
    heads = ["verdict", "#", ...places, "op_name", "io", "errorShort", "reason"],
    widths = { verdict: "2.1cm", "#": "1.3cm", rank: "1cm", step: "1cm", io: "1.7cm", errorShort: "1.8cm" };
  const cells = (row) => [
    t(verdictNames[verdicts[row]]),
    String(row),
    ...places.map((name) => show(numbers(name)[row])),
    textAt("op_name", row),
    ioOf(row),
    show(figures(metric)[row]),
    textAt("reason", row),
  ];
  const inLayers = (layers.length ? layers : [{}]).map(() => []);
  for (let row = 0; row < rows; ++row) if (verdicts[row] !== 3) inLayers[layerOf[row] || 0].push(row);
  const all = el("div", { id: "printed" });
  inLayers.forEach((list, i) => {
    if (list.length && layers.length) all.append(el("h3", { text: layers[i].layer || t("noLayer") }));
    for (let from = 0; from < list.length; from += 500) {
      const part = list.slice(from, from + 500);
      const isRight = (column) => ["errorShort", "#", ...places].includes(heads[column]);
      const table = simpleTable(heads.map((head) => t(head)), part.map(cells), isRight);
      heads.forEach((head, k) => {
        const th = table.tHead.rows[0].cells[k];
        if (widths[head]) th.style.width = widths[head];
      });
      part.forEach((row, k) => (table.tBodies[0].rows[k].cells[0].className = verdictNames[verdicts[row]]));
      all.append(table);
    }
  });
  return all;
}
function onPaper(on) {
  document.documentElement.classList.toggle("paper", on);
  if (!rows) return;
  for (const more of document.querySelectorAll(".suspects details")) more.open = on;
  if (byId("printed")) byId("printed").remove();
  if (on) byId("grid").before(printed());
  drawOverview();
}
addEventListener("beforeprint", () => onPaper(true));
addEventListener("afterprint", () => onPaper(false));
if (rows) {
  addEventListener("resize", () => {
    drawOverview();
    drawLines(true);
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawOverview);
  addEventListener("DOMContentLoaded", () => {
    const { details, golden, texts: lists, columns: cells } = JSON.parse(byId("more").textContent);
    data.details = details;
    data.pairs.golden = golden;
    Object.assign(data.pairs.texts, lists);
    Object.assign(data.pairs.columns, cells);
    if (byId("details")) byId("details").remove();
    arrange();
  });
  unfoldFirst();
}
draw();
