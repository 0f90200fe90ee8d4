// SPDX-License-Identifier: GPL-3.0-or-later
// What is shown: lines are rows, or groups as -1 - group.

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
