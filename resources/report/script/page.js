// SPDX-License-Identifier: GPL-3.0-or-later
// The page.

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
  if (data.notes.length)
    add("notes", el("div", { class: "list" }, simpleTable([t("side"), t("tensor"), t("note")], data.notes.map((n) => [t(n.side), n.id, n.text]), () => false)));
  if (data.problems.length) add("problems", el("ul", {}, ...data.problems.map((text) => el("li", { text }))));
  add(
    "settings",
    facts([
      ["target", data.target],
      ["golden", data.golden],
      ["truth", data.truth && data.truth.root],
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
    ...environmentPart(),
    verdictBox(),
    ...fusionPart(),
    ...truthPart(),
    ...(rows ? pairParts : []),
    ending(),
  );
  if (!rows) return;
  drawOverview();
  arrange();
}
