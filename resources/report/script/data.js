// SPDX-License-Identifier: GPL-3.0-or-later
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
// Each in English and in Chinese.
const words = __words__;
let lang = (navigator.language || "en").startsWith("zh") ? 1 : 0;
const t = (key, ...values) =>
  values.reduce((text, v, i) => text.replace("%" + (i + 1), () => v), (words[key] || [key, key])[lang]);
/** What steers, turns other text around or is drawn as nothing is shown by its number. */
const plain = (text) =>
  String(text).replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (c) => (c === "\n" ? "⏎" : "\\u{" + c.codePointAt(0).toString(16) + "}"));
const el = (tag, attrs = {}, ...kids) => {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(attrs)) {
    if (k === "text") e.textContent = plain(v);
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

// ---- The columns of the pairs, decoded when first asked for (core/compare/report/html_report.cpp).

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
