// SPDX-License-Identifier: GPL-3.0-or-later
// What there is beside the two runs: their environments, fusion passes, and a third run.

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + ".";
const mostListed = 500; // the JSON document has all
const orDash = (text) => (text === null ? "—" : String(text));
function recordedPart(id, title, found, heads, table, notes) {
  return el(
    "section",
    { id },
    el("h2", { text: t(title) }),
    el("p", { text: sentence(found.text) }),
    table.length > 0 && el("div", { class: "list" }, simpleTable(heads.map(t), table, () => false)),
    ...notes.map((text) => el("p", { class: "dim", text: sentence(text) })),
  );
}
/// The first answer, above the conclusion.
function environmentPart() {
  const found = data.environment_differences;
  if (!found) return [];
  const table = found.differences.slice(0, mostListed).map((d) => [t("environment-" + d.kind), d.name, orDash(d.target), orDash(d.golden)]);
  return [recordedPart("environment", "environmentTitle", found, ["environmentKind", "op_name", "target", "golden"], table, found.notes)];
}
function fusionPart() {
  const found = data.fusion_differences;
  if (!found) return [];
  const times = (side) => (side ? side.effective + " / " + side.matched : "—"),
    operators = (pass) => [...new Set([pass.target, pass.golden].flatMap((side) => (side ? side.operators : [])))].join(", ");
  const table = found.passes.map((pass) => [[pass.pass, pass.graph].filter((x) => x).join(" "), times(pass.target), times(pass.golden), operators(pass)]);
  return [recordedPart("fusion", "fusionTitle", found, ["op_name", "fusionTarget", "fusionGolden", "fusionOperators"], table, [])];
}
/// The pairs whose target is farthest in units of golden.
function truthPart() {
  const found = data.truth;
  if (!found) return [];
  const far = found.rows.filter((r) => r.farther === "target").sort((a, b) => Number(b.ratio) - Number(a.ratio));
  const table = far.slice(0, mostListed).map((r) => [textAt("op_name", r.index), textAt("io", r.index), show(r.target.relative_l2), show(r.golden.relative_l2), show(r.ratio)]);
  return [recordedPart("truth", "truthTitle", found, ["op_name", "io", "truthTarget", "truthGolden", "truthRatio"], table, [])];
}
/// Of a pair; empty without a truth.
function truthOf(row) {
  const found = data.truth && data.truth.rows.find((r) => r.index === row);
  return found ? t("truthOf", show(found.target.relative_l2), show(found.golden.relative_l2)) : "";
}
