// SPDX-License-Identifier: GPL-3.0-or-later
// Verdict and suspects.

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
/** How much of the error behind a suspect would be gone without it. */
function worthBar(worth) {
  const bar = worth.pair !== null && el("span", { class: "worth", "aria-hidden": "true" }, el("span"));
  if (bar) bar.firstChild.style.width = 100 * clamp(Number(worth.removed), 0, 1) + "%";
  return el("p", { class: "dim" }, bar, worth.text);
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
    s.counterfactual && worthBar(s.counterfactual),
  );
}
/** Equal sentences once, each with the pairs that it is about. */
function foldedEffects(effects) {
  const folded = new Map();
  for (const { text, pair } of effects) {
    if (!folded.has(text)) folded.set(text, []);
    folded.get(text).push(pair);
  }
  return [...folded];
}
/** A sentence, how many pairs it is about and the operators of these: a few at once, the others when asked for. */
function effectEntry([text, pairs]) {
  const few = 3,
    most = 200;
  const rowOf = new Map();
  for (const row of pairs) if (!rowOf.has(textAt("op_name", row))) rowOf.set(textAt("op_name", row), row);
  const names = [...rowOf].slice(0, most).map(([name, row]) =>
    el("li", {}, el("button", { class: "link", onclick: () => goTo(row) }, nameBox(name, textAt("layer", row)))),
  );
  const more = rowOf.size - few;
  return el(
    "div",
    { class: "effect" },
    el("p", { class: "dim", text: pairs.length > 1 ? text + " — " + t("pairsCount", count(pairs.length)) : text }),
    el("ul", {}, ...names.slice(0, few)),
    more > 0 &&
      el("details", {}, el("summary", { text: t("moreSuspects", count(more)) }), el("ul", {}, ...names.slice(few), rowOf.size > most && el("li", { text: "…" }))),
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
    says(note),
    ...foldedEffects(effects).map(effectEntry),
  );
}
