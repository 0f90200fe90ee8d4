// SPDX-License-Identifier: GPL-3.0-or-later
// Verdicts by layer, rank and step.

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
