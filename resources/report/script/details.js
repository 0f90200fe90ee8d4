// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of one pair.

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
          more.worst.map((list) => list.map((v) => (Number.isSafeInteger(v) ? String(v) : show(v)))),
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
      ["note", data.notes.filter((n) => n.pairs.includes(row)).map((n) => n.text).join("\n")],
      ["reason", textAt("reason", row)],
      ["truthTitle", truthOf(row)],
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
