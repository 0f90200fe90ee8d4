// SPDX-License-Identifier: GPL-3.0-or-later
// Paper: light, every row that does not pass, names in full.

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
