// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace dumpscope::core {

/// The page of the HTML report before and after its data; everything inline, nothing is fetched.
inline constexpr std::string_view kHtmlReportHead = R"html(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Dumpscope comparison</title>
<style>
:root { --bg:#ffffff; --panel:#f5f6f8; --line:#d9dce1; --text:#1d2127; --dim:#5f6772; --pass:#1a7f4b; --warn:#9a6700; --fail:#c0262d; --none:#6b7280; --accent:#2459c4; }
@media (prefers-color-scheme: dark) { :root { --bg:#16191d; --panel:#1f2429; --line:#343b43; --text:#e6e8ea; --dim:#9aa3ad; --pass:#4cc38a; --warn:#e3b341; --fail:#ff7b72; --none:#9aa3ad; --accent:#79a8ff; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 1.5rem 2rem 4rem; background: var(--bg); color: var(--text); font: 14px/1.45 system-ui, "Noto Sans", "Noto Sans CJK SC", sans-serif; }
h1 { font-size: 1.35rem; margin: 0 0 .25rem; } h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
.sides { color: var(--dim); margin-bottom: 1rem; overflow-wrap: anywhere; } .sides b { color: var(--text); font-weight: 600; }
.chips { display: flex; flex-wrap: wrap; gap: .5rem; } .chip { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .4rem .8rem; min-width: 6rem; }
.chip b { display: block; font-size: 1.3rem; font-variant-numeric: tabular-nums; }
.pass { color: var(--pass); } .warn { color: var(--warn); } .fail { color: var(--fail); } .not-comparable { color: var(--none); }
.first { border-left: 4px solid var(--fail); background: var(--panel); padding: .6rem 1rem; margin: 1rem 0; overflow-wrap: anywhere; } .first.none { border-color: var(--pass); }
.tools { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: .5rem 0; }
input, select, button { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--line); border-radius: 5px; padding: .3rem .6rem; } input { flex: 1 1 16rem; max-width: 32rem; }
button { cursor: pointer; } :focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--line); text-align: left; white-space: nowrap; }
td.name { max-width: 30rem; overflow: hidden; text-overflow: ellipsis; } td.num, th.num { text-align: right; }
th { position: sticky; top: 0; background: var(--panel); cursor: pointer; user-select: none; } th[aria-sort=ascending]::after { content: " \25B2"; } th[aria-sort=descending]::after { content: " \25BC"; }
tr.row:hover { background: var(--panel); } td.reason { white-space: normal; min-width: 18rem; color: var(--dim); }
details.pair { border: 1px solid var(--line); border-radius: 6px; padding: .4rem .8rem; margin: .4rem 0; } details.pair summary { cursor: pointer; overflow-wrap: anywhere; }
.figures { display: flex; flex-wrap: wrap; gap: 1.5rem; margin: .75rem 0; } figure { margin: 0; } figcaption { color: var(--dim); font-size: .85rem; } svg { display: block; background: var(--panel); border: 1px solid var(--line); } svg text { fill: var(--dim); font-size: 10px; }
.cube td { text-align: center; } dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; } dt { color: var(--dim); } dd { margin: 0; overflow-wrap: anywhere; } code { font-family: ui-monospace, monospace; }
@media print { .tools, button { display: none; } }
</style>
</head>
<body>
<div id="page"></div>
<noscript>This report draws its tables with JavaScript; the data stand in the page as JSON.</noscript>
<script type="application/json" id="data">)html";

inline constexpr std::string_view kHtmlReportTail = R"html(</script>
<script>
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const words = {
 title:["Comparison","比较结果"], target:["target","目标"], golden:["golden","标杆"], pass:["pass","通过"], warn:["warn","警告"], fail:["fail","失败"], "not-comparable":["not comparable","无法比较"],
 unpairedTarget:["unpaired target","目标未配对"], unpairedGolden:["unpaired golden","标杆未配对"], first:["First divergence","首个偏差"], conclusion:["Conclusion","结论"],
 "nothing-compared":["nothing was compared","没有可比较的内容"], "too-little-compared":["too little was compared","比较的内容太少"], unfinished:["stopped before the end","未完成即停止"], "bit-equal":["bit-equal","逐位相等"],
 "within-limits":["within limits","均在限值内"], rounding:["rounding explains what was compared","舍入可解释所比较的全部差异"], warnings:["warnings that nothing explains","有无法解释的警告"], suspect:["most likely at fault","最可能出错"], "non-finite":["NaN or infinities first show at","NaN 或无穷首先出现在"], unexplained:["differences that nothing explains","有无法解释的差异"],
 clean:["its inputs pass","其输入均通过"], partly:["its inputs pass but for those that could not be compared","除无法比较的输入外，其输入均通过"], dirty:["an input is beyond its limits, no earlier output is","有输入超出限值，此前没有输出超出"], inputOnly:["an input only, no output is beyond its limits","仅有输入超出限值，没有输出超出"], noInputs:["none of its inputs could be compared","其输入均无法比较"],
 cube:["Ranks and steps","各卡与各步"], rank:["rank","卡"], step:["step","步"], pairs:["Pairs","配对"], filter:["Filter by name, type or reason","按名称、类型或原因筛选"], all:["all verdicts","全部结论"], csv:["Save CSV","保存 CSV"],
 shown:["shown","已显示"], more:["Show more","显示更多"], worst:["Worst pairs","误差最大的配对"], where:["Where the error sits (largest error per block of the flat tensor)","误差所在位置（展平张量每块的最大误差）"], hist:["Absolute errors by powers of two","按 2 的幂统计的绝对误差"],
 elements:["Worst elements","误差最大的元素"], index:["index","下标"], abs:["absolute error","绝对误差"], rel:["relative error","相对误差"], settings:["Settings","设置"], command:["Command","命令"], profile:["Profile","口径"], limits:["Limits","限值"], versions:["Versions","版本"],
 problems:["Problems","问题"], unpaired:["Unpaired","未配对"], reason:["reason","原因"], partial:["Interrupted: only finished pairs are here.","已中断：仅含完成的配对。"], made:["Bytes compared","比较的字节数"], tolerance:["Rows","行"]
};
let lang = (navigator.language || "en").startsWith("zh") ? 1 : 0;
const t = key => (words[key] || [key, key])[lang];
const el = (tag, attrs = {}, ...kids) => { const e = document.createElement(tag); for (const [k, v] of Object.entries(attrs)) { if (k === "text") e.textContent = v; else if (k.startsWith("on")) e[k] = v; else e.setAttribute(k, v); } for (const kid of kids) if (kid) e.append(kid); return e; };
const svg = (tag, attrs) => { const e = document.createElementNS("http://www.w3.org/2000/svg", tag); for (const [k, v] of Object.entries(attrs)) e.setAttribute(k, v); return e; };
const show = v => v === null || v === undefined ? "" : typeof v === "number" ? (Number.isInteger(v) && Math.abs(v) < 1e9 ? String(v) : v.toPrecision(6).replace(/\.?0+($|e)/, "$1")) : String(v);
const base = ["index", "verdict", "rank", "step", "op_type", "op_name", "io", "slot"];
const columns = base.concat(data.metrics, ["reason"]);
const isNumber = name => ["index", "rank", "step", "slot"].includes(name) || data.metrics.includes(name);
const cell = (pair, name) => data.metrics.includes(name) ? pair.metrics[data.metrics.indexOf(name)] : pair[name];
const number = v => v === "NaN" ? Infinity : v === "Infinity" ? Infinity : v === "-Infinity" ? -Infinity : v;
let sort = { name: "index", down: false }, filter = "", verdict = "", limit = 300;

function rows() {
  const needle = filter.toLowerCase();
  const chosen = data.pairs.filter(p => (!verdict || p.verdict === verdict) && (!needle || [p.op_name, p.op_type, p.reason].some(x => x && x.toLowerCase().includes(needle))));
  const order = (a, b) => { const x = number(cell(a, sort.name)), y = number(cell(b, sort.name)); if (x === null || x === undefined) return y === null || y === undefined ? a.index - b.index : 1; if (y === null || y === undefined) return -1; const c = x < y ? -1 : x > y ? 1 : 0; return (sort.down ? -c : c) || a.index - b.index; };
  return chosen.sort(order);
}
function pairTable() {
  const chosen = rows(), head = el("tr"), body = el("tbody");
  for (const name of columns) { const th = el("th", { text: name === "reason" || name === "rank" || name === "step" ? t(name) : name, tabindex: 0, class: isNumber(name) ? "num" : "", title: data.help[name] || name }); if (sort.name === name) th.setAttribute("aria-sort", sort.down ? "descending" : "ascending"); const go = () => { sort = { name, down: sort.name === name ? !sort.down : data.metrics.includes(name) }; draw(); }; th.onclick = go; th.onkeydown = e => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); go(); } }; head.append(th); }
  for (const p of chosen.slice(0, limit)) { const tr = el("tr", { class: "row" }); for (const name of columns) { const td = el("td", { text: name === "verdict" ? t(p.verdict) : show(cell(p, name)) }); td.className = name === "verdict" ? p.verdict : name === "op_name" ? "name" : name === "reason" ? "reason" : isNumber(name) ? "num" : ""; if (name === "op_name") td.title = p.target_id + "\n" + p.golden_id + "\n" + (p.pair_reason || ""); tr.append(td); } body.append(tr); }
  const table = el("table", {}, el("thead", {}, head), body), wrap = el("div", {}, el("div", { class: "scroll" }, table), el("p", { text: Math.min(limit, chosen.length) + " / " + chosen.length + " " + t("shown") }));
  if (chosen.length > limit) wrap.append(el("button", { text: t("more"), onclick: () => { limit *= 4; draw(); } }));
  return wrap;
}
function blockMap(p) {
  const w = 520, h = 36, s = svg("svg", { width: w, height: h, role: "img", "aria-label": t("where") }), top = Math.max(...p.blocks.map(b => number(b)), 0), n = p.blocks.length;
  p.blocks.forEach((b, i) => { const v = number(b), share = top > 0 ? (v === Infinity ? 1 : Math.log1p(1e4 * v / top) / Math.log1p(1e4)) : 0; const r = svg("rect", { x: i * w / n, y: 0, width: w / n + .5, height: h, fill: "var(--fail)", "fill-opacity": share.toFixed(3) }); const title = svg("title", {}); title.textContent = "[" + i + "] " + show(b); r.append(title); s.append(r); });
  return el("figure", {}, s, el("figcaption", { text: t("where") + ", 0 … " + show(top) }));
}
function histogram(p) {
  const g = p.histogram, counts = g.counts, w = 520, h = 120, s = svg("svg", { width: w, height: h + 16, role: "img", "aria-label": t("hist") }), top = Math.max(...counts, 1), n = Math.max(counts.length, 1);
  counts.forEach((c, i) => { const bar = c > 0 ? Math.max(1, h * Math.log1p(c) / Math.log1p(top)) : 0, r = svg("rect", { x: i * w / n + .5, y: h - bar, width: Math.max(w / n - 1, 1), height: bar, fill: "var(--accent)" }), title = svg("title", {}); title.textContent = "2^" + (g.lowest + i) + ": " + c; r.append(title); s.append(r); });
  const a = svg("text", { x: 2, y: h + 12 }), b = svg("text", { x: w - 2, y: h + 12, "text-anchor": "end" }); a.textContent = "2^" + g.lowest; b.textContent = "2^" + (g.lowest + counts.length); s.append(a, b);
  return el("figure", {}, s, el("figcaption", { text: t("hist") + "; 0: " + g.zero }));
}
function pairDetails(p) {
  const d = el("details", { class: "pair" }, el("summary", {}, el("span", { class: p.verdict, text: t(p.verdict) + " " }), document.createTextNode("#" + p.index + " " + (p.op_name || p.target_id) + " " + (p.io || "") + " " + show(p.slot))));
  d.append(el("p", { text: p.reason || "" })); const figures = el("div", { class: "figures" }); if (p.blocks) figures.append(blockMap(p)); if (p.histogram) figures.append(histogram(p)); d.append(figures);
  if (p.worst && p.worst.length) { const body = el("tbody"); for (const w of p.worst) body.append(el("tr", {}, ...w.map((v, i) => el("td", { class: "num", text: show(v) })))); d.append(el("div", { class: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, ...["index", "target", "golden", "abs", "rel"].map(k => el("th", { class: "num", text: t(k) })))), body))); }
  return d;
}
function cube() {
  const steps = [...new Set(data.cube.map(c => c.step))], ranks = [...new Set(data.cube.map(c => c.rank))]; if (data.cube.length < 2) return null;
  const body = el("tbody"); for (const r of ranks) { const tr = el("tr", {}, el("th", { text: t("rank") + " " + show(r) })); for (const s of steps) { const c = data.cube.find(x => x.rank === r && x.step === s), td = el("td"); if (c) { const share = c.fail / Math.max(1, c.pass + c.warn + c.fail + c.not_comparable); td.textContent = c.fail + " / " + (c.pass + c.warn + c.fail + c.not_comparable); td.style.background = c.fail ? "color-mix(in srgb, var(--fail) " + Math.round(15 + 60 * share) + "%, transparent)" : "color-mix(in srgb, var(--pass) 18%, transparent)"; if (c.first) td.title = c.first; } tr.append(td); } body.append(tr); }
  return el("div", {}, el("h2", { text: t("cube") }), el("div", { class: "scroll" }, el("table", { class: "cube" }, el("thead", {}, el("tr", {}, el("th"), ...steps.map(s => el("th", { text: t("step") + " " + show(s) })))), body)));
}
function saveCsv() { const quote = v => /[",\r\n]/.test(v) ? '"' + v.replace(/"/g, '""') + '"' : v; const text = [columns.join(",")].concat(rows().map(p => columns.map(c => quote(cell(p, c) === null || cell(p, c) === undefined ? "" : String(cell(p, c)))).join(","))).join("\r\n") + "\r\n"; const a = el("a", { href: URL.createObjectURL(new Blob([text], { type: "text/csv" })), download: "comparison.csv" }); a.click(); }
function draw() {
  const page = document.getElementById("page"), focus = document.activeElement && document.activeElement.id, s = data.summary; document.documentElement.lang = lang ? "zh-CN" : "en"; page.replaceChildren();
  page.append(el("div", { class: "tools" }, el("h1", { text: t("title") }), el("button", { text: lang ? "English" : "中文", onclick: () => { lang = 1 - lang; draw(); } })));
  page.append(el("div", { class: "sides" }, el("b", { text: t("target") + " " }), document.createTextNode(data.target), el("br"), el("b", { text: t("golden") + " " }), document.createTextNode(data.golden)));
  page.append(el("div", { class: "chips" }, ...[["pass", s.pass], ["warn", s.warn], ["fail", s.fail], ["not-comparable", s.not_comparable], ["unpairedTarget", s.unpaired_target], ["unpairedGolden", s.unpaired_golden]].map(([k, v]) => el("div", { class: "chip " + k }, el("b", { text: String(v) }), document.createTextNode(t(k))))));
  if (data.partial) page.append(el("p", { class: "warn", text: t("partial") }));
  const c0 = data.conclusion, clear = ["bit-equal", "within-limits", "rounding"].includes(c0.kind); page.append(el("div", { id: "conclusion", class: clear ? "first none" : "first" }, el("b", { text: t("conclusion") + ": " }), document.createTextNode(lang ? t(c0.kind) + " — " + c0.text : c0.text), ...[c0.reason, c0.first_beyond_limits, c0.coverage.text].filter(x => x).map(x => el("div", { text: x }))));
  const f = data.first; if (f) page.append(el("p", {}, el("b", { text: t("first") + ": " }), document.createTextNode((f.rank === null ? "" : t("rank") + " " + f.rank + " ") + (f.step === null ? "" : t("step") + " " + f.step + " ") + f.op_name + " — " + (f.rule === "inputs-clean" ? t("clean") : f.rule === "inputs-partly" ? t("partly") : f.rule === "no-inputs" ? t("noInputs") : f.rule === "input-only" ? t("inputOnly") : t("dirty")) + " (#" + f.index + ")")));
  const c = cube(); if (c) page.append(c);
  page.append(el("h2", { text: t("pairs") }));
  const input = el("input", { id: "filter", type: "search", placeholder: t("filter"), "aria-label": t("filter"), value: filter }); input.oninput = () => { filter = input.value; limit = 300; draw(); };
  const select = el("select", { id: "verdict", "aria-label": t("all") }, el("option", { value: "", text: t("all") }), ...["fail", "warn", "pass", "not-comparable"].map(v => el("option", { value: v, text: t(v) }))); select.value = verdict; select.onchange = () => { verdict = select.value; limit = 300; draw(); };
  page.append(el("div", { class: "tools" }, input, select, el("button", { text: t("csv"), onclick: saveCsv })), pairTable());
  if (data.worst.length) { page.append(el("h2", { text: t("worst") })); for (const i of data.worst) page.append(pairDetails(data.pairs[i])); }
  if (data.unpaired.length) { const body = el("tbody"); for (const u of data.unpaired) body.append(el("tr", {}, el("td", { text: t(u.side) }), el("td", { class: "name", text: u.id, title: u.id }), el("td", { class: "reason", text: u.reason }))); page.append(el("h2", { text: t("unpaired") }), el("div", { class: "scroll" }, el("table", {}, body))); }
  if (data.problems.length) page.append(el("h2", { text: t("problems") }), el("ul", {}, ...data.problems.map(p => el("li", { text: p }))));
  page.append(el("h2", { text: t("settings") }), el("dl", {}, ...[["command", data.command], ["profile", data.profile], ["limits", data.limits], ["made", s.bytes], ["versions", data.versions]].flatMap(([k, v]) => [el("dt", { text: t(k) }), el("dd", {}, el("code", { text: String(v) }))])));
  if (focus) { const e = document.getElementById(focus); if (e) { e.focus(); if (e.setSelectionRange && e.value) e.setSelectionRange(e.value.length, e.value.length); } }
}
draw();
</script>
</body>
</html>
)html";

} // namespace dumpscope::core
