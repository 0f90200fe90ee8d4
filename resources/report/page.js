// SPDX-License-Identifier: GPL-3.0-or-later
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
// Each in English and in Chinese.
const words = __words__;
let lang = (navigator.language || "en").startsWith("zh") ? 1 : 0;
const t = (key) => (words[key] || [key, key])[lang];
const el = (tag, attrs = {}, ...kids) => {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(attrs)) {
    if (k === "text") e.textContent = v;
    else if (k.startsWith("on")) e[k] = v;
    else e.setAttribute(k, v);
  }
  for (const kid of kids) if (kid) e.append(kid);
  return e;
};
const svg = (tag, attrs) => {
  const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [k, v] of Object.entries(attrs)) e.setAttribute(k, v);
  return e;
};
const show = (v) =>
  v === null || v === undefined
    ? ""
    : typeof v === "number"
      ? Number.isInteger(v) && Math.abs(v) < 1e9
        ? String(v)
        : v.toPrecision(6).replace(/\.?0+($|e)/, "$1")
      : String(v);
const base = ["index", "verdict", "rank", "step", "op_type", "op_name", "io", "slot"];
const columns = base.concat(data.metrics, ["reason"]);
const isNumber = (name) => ["index", "rank", "step", "slot"].includes(name) || data.metrics.includes(name);
const cell = (pair, name) =>
  data.metrics.includes(name) ? pair.metrics[data.metrics.indexOf(name)] : pair[name];
const number = (v) =>
  v === "NaN" ? Infinity : v === "Infinity" ? Infinity : v === "-Infinity" ? -Infinity : v;
let sort = { name: "index", down: false },
  filter = "",
  verdict = "",
  limit = 300;

const ruleWords = {
  "inputs-clean": "clean",
  "inputs-partly": "partly",
  "inputs-differ": "dirty",
  "no-inputs": "noInputs",
  "input-only": "inputOnly",
  "no-io": "noIo",
};

function rows() {
  const needle = filter.toLowerCase();
  const chosen = data.pairs.filter(
    (p) =>
      (!verdict || p.verdict === verdict) &&
      (!needle || [p.op_name, p.op_type, p.reason].some((x) => x && x.toLowerCase().includes(needle))),
  );
  const order = (a, b) => {
    const x = number(cell(a, sort.name)),
      y = number(cell(b, sort.name));
    if (x === null || x === undefined) return y === null || y === undefined ? a.index - b.index : 1;
    if (y === null || y === undefined) return -1;
    const c = x < y ? -1 : x > y ? 1 : 0;
    return (sort.down ? -c : c) || a.index - b.index;
  };
  return chosen.sort(order);
}
function pairTable() {
  const chosen = rows(),
    head = el("tr"),
    body = el("tbody");
  for (const name of columns) {
    const th = el("th", {
      text: name === "reason" || name === "rank" || name === "step" ? t(name) : name,
      tabindex: 0,
      class: isNumber(name) ? "num" : "",
      title: data.help[name] || name,
    });
    if (sort.name === name) th.setAttribute("aria-sort", sort.down ? "descending" : "ascending");
    const go = () => {
      sort = { name, down: sort.name === name ? !sort.down : data.metrics.includes(name) };
      draw();
    };
    th.onclick = go;
    th.onkeydown = (e) => {
      if (e.key === "Enter" || e.key === " ") {
        e.preventDefault();
        go();
      }
    };
    head.append(th);
  }
  for (const p of chosen.slice(0, limit)) {
    const tr = el("tr", { class: "row" });
    for (const name of columns) {
      const td = el("td", { text: name === "verdict" ? t(p.verdict) : show(cell(p, name)) });
      td.className =
        name === "verdict"
          ? p.verdict
          : name === "op_name"
            ? "name"
            : name === "reason"
              ? "reason"
              : isNumber(name)
                ? "num"
                : "";
      if (name === "op_name") td.title = p.target_id + "\n" + p.golden_id + "\n" + (p.pair_reason || "");
      tr.append(td);
    }
    body.append(tr);
  }
  const table = el("table", {}, el("thead", {}, head), body),
    wrap = el(
      "div",
      {},
      el("div", { class: "scroll" }, table),
      el("p", { text: Math.min(limit, chosen.length) + " / " + chosen.length + " " + t("shown") }),
    );
  if (chosen.length > limit)
    wrap.append(
      el("button", {
        text: t("more"),
        onclick: () => {
          limit *= 4;
          draw();
        },
      }),
    );
  return wrap;
}
function blockMap(p) {
  const w = 520,
    h = 36,
    s = svg("svg", { width: w, height: h, role: "img", "aria-label": t("where") }),
    top = Math.max(...p.blocks.map((b) => number(b)), 0),
    n = p.blocks.length;
  p.blocks.forEach((b, i) => {
    const v = number(b),
      share = top > 0 ? (v === Infinity ? 1 : Math.log1p((1e4 * v) / top) / Math.log1p(1e4)) : 0;
    const r = svg("rect", {
      x: (i * w) / n,
      y: 0,
      width: w / n + 0.5,
      height: h,
      fill: "var(--fail)",
      "fill-opacity": share.toFixed(3),
    });
    const title = svg("title", {});
    title.textContent = "[" + i + "] " + show(b);
    r.append(title);
    s.append(r);
  });
  return el("figure", {}, s, el("figcaption", { text: t("where") + ", 0 … " + show(top) }));
}
function histogram(p) {
  const g = p.histogram,
    counts = g.counts,
    w = 520,
    h = 120,
    s = svg("svg", { width: w, height: h + 16, role: "img", "aria-label": t("hist") }),
    top = Math.max(...counts, 1),
    n = Math.max(counts.length, 1);
  counts.forEach((c, i) => {
    const bar = c > 0 ? Math.max(1, (h * Math.log1p(c)) / Math.log1p(top)) : 0,
      r = svg("rect", {
        x: (i * w) / n + 0.5,
        y: h - bar,
        width: Math.max(w / n - 1, 1),
        height: bar,
        fill: "var(--accent)",
      }),
      title = svg("title", {});
    title.textContent = "2^" + (g.lowest + i) + ": " + c;
    r.append(title);
    s.append(r);
  });
  const a = svg("text", { x: 2, y: h + 12 }),
    b = svg("text", { x: w - 2, y: h + 12, "text-anchor": "end" });
  a.textContent = "2^" + g.lowest;
  b.textContent = "2^" + (g.lowest + counts.length);
  s.append(a, b);
  return el("figure", {}, s, el("figcaption", { text: t("hist") + "; 0: " + g.zero }));
}
function pairDetails(p) {
  const d = el(
    "details",
    { class: "pair" },
    el(
      "summary",
      {},
      el("span", { class: p.verdict, text: t(p.verdict) + " " }),
      document.createTextNode(
        "#" + p.index + " " + (p.op_name || p.target_id) + " " + (p.io || "") + " " + show(p.slot),
      ),
    ),
  );
  d.append(el("p", { text: p.reason || "" }));
  const figures = el("div", { class: "figures" });
  if (p.blocks) figures.append(blockMap(p));
  if (p.histogram) figures.append(histogram(p));
  d.append(figures);
  if (p.worst && p.worst.length) {
    const body = el("tbody");
    for (const w of p.worst)
      body.append(el("tr", {}, ...w.map((v) => el("td", { class: "num", text: show(v) }))));
    d.append(
      el(
        "div",
        { class: "scroll" },
        el(
          "table",
          {},
          el(
            "thead",
            {},
            el(
              "tr",
              {},
              ...["index", "target", "golden", "abs", "rel"].map((k) =>
                el("th", { class: "num", text: t(k) }),
              ),
            ),
          ),
          body,
        ),
      ),
    );
  }
  return d;
}
function cube() {
  const steps = [...new Set(data.cube.map((c) => c.step))],
    ranks = [...new Set(data.cube.map((c) => c.rank))];
  if (data.cube.length < 2) return null;
  const body = el("tbody");
  for (const r of ranks) {
    const tr = el("tr", {}, el("th", { text: t("rank") + " " + show(r) }));
    for (const s of steps) {
      const c = data.cube.find((x) => x.rank === r && x.step === s),
        td = el("td");
      if (c) {
        const share = c.fail / Math.max(1, c.pass + c.warn + c.fail + c.not_comparable);
        td.textContent = c.fail + " / " + (c.pass + c.warn + c.fail + c.not_comparable);
        td.style.background = c.fail
          ? "color-mix(in srgb, var(--fail) " + Math.round(15 + 60 * share) + "%, transparent)"
          : "color-mix(in srgb, var(--pass) 18%, transparent)";
        if (c.first) td.title = c.first;
      }
      tr.append(td);
    }
    body.append(tr);
  }
  return el(
    "div",
    {},
    el("h2", { text: t("cube") }),
    el(
      "div",
      { class: "scroll" },
      el(
        "table",
        { class: "cube" },
        el(
          "thead",
          {},
          el("tr", {}, el("th"), ...steps.map((s) => el("th", { text: t("step") + " " + show(s) }))),
        ),
        body,
      ),
    ),
  );
}
function saveCsv() {
  const quote = (v) => (/[",\r\n]/.test(v) ? '"' + v.replace(/"/g, '""') + '"' : v);
  const text =
    [columns.join(",")]
      .concat(
        rows().map((p) =>
          columns
            .map((c) => quote(cell(p, c) === null || cell(p, c) === undefined ? "" : String(cell(p, c))))
            .join(","),
        ),
      )
      .join("\r\n") + "\r\n";
  const a = el("a", {
    href: URL.createObjectURL(new Blob([text], { type: "text/csv" })),
    download: "comparison.csv",
  });
  a.click();
}
function draw() {
  const page = document.getElementById("page"),
    focus = document.activeElement && document.activeElement.id,
    s = data.summary;
  document.documentElement.lang = lang ? "zh-CN" : "en";
  page.replaceChildren();
  page.append(
    el(
      "div",
      { class: "tools" },
      el("h1", { text: t("title") }),
      el("button", {
        text: lang ? "English" : "中文",
        onclick: () => {
          lang = 1 - lang;
          draw();
        },
      }),
    ),
  );
  page.append(
    el(
      "div",
      { class: "sides" },
      el("b", { text: t("target") + " " }),
      document.createTextNode(data.target),
      el("br"),
      el("b", { text: t("golden") + " " }),
      document.createTextNode(data.golden),
    ),
  );
  page.append(
    el(
      "div",
      { class: "chips" },
      ...[
        ["pass", s.pass],
        ["warn", s.warn],
        ["fail", s.fail],
        ["not-comparable", s.not_comparable],
        ["unpairedTarget", s.unpaired_target],
        ["unpairedGolden", s.unpaired_golden],
      ].map(([k, v]) =>
        el("div", { class: "chip " + k }, el("b", { text: String(v) }), document.createTextNode(t(k))),
      ),
    ),
  );
  if (data.partial) page.append(el("p", { class: "warn", text: t("partial") }));
  const c0 = data.conclusion,
    clear = ["bit-equal", "within-limits", "rounding"].includes(c0.kind);
  page.append(
    el(
      "div",
      { id: "conclusion", class: clear ? "first none" : "first" },
      el("b", { text: t("conclusion") + ": " }),
      document.createTextNode(lang ? t(c0.kind) + " — " + c0.text : c0.text),
      ...[c0.reason, c0.first_beyond_limits, c0.coverage.text]
        .filter((x) => x)
        .map((x) => el("div", { text: x })),
    ),
  );
  const f = data.first;
  if (f)
    page.append(
      el(
        "p",
        {},
        el("b", { text: t("first") + ": " }),
        document.createTextNode(
          (f.rank === null ? "" : t("rank") + " " + f.rank + " ") +
            (f.step === null ? "" : t("step") + " " + f.step + " ") +
            f.op_name +
            " — " +
            t(ruleWords[f.rule]) +
            " (#" +
            f.index +
            ")",
        ),
      ),
    );
  const c = cube();
  if (c) page.append(c);
  page.append(el("h2", { text: t("pairs") }));
  const input = el("input", {
    id: "filter",
    type: "search",
    placeholder: t("filter"),
    "aria-label": t("filter"),
    value: filter,
  });
  input.oninput = () => {
    filter = input.value;
    limit = 300;
    draw();
  };
  const select = el(
    "select",
    { id: "verdict", "aria-label": t("all") },
    el("option", { value: "", text: t("all") }),
    ...["fail", "warn", "pass", "not-comparable"].map((v) => el("option", { value: v, text: t(v) })),
  );
  select.value = verdict;
  select.onchange = () => {
    verdict = select.value;
    limit = 300;
    draw();
  };
  page.append(
    el("div", { class: "tools" }, input, select, el("button", { text: t("csv"), onclick: saveCsv })),
    pairTable(),
  );
  if (data.worst.length) {
    page.append(el("h2", { text: t("worst") }));
    for (const i of data.worst) page.append(pairDetails(data.pairs[i]));
  }
  if (data.unpaired.length) {
    const body = el("tbody");
    for (const u of data.unpaired)
      body.append(
        el(
          "tr",
          {},
          el("td", { text: t(u.side) }),
          el("td", { class: "name", text: u.id, title: u.id }),
          el("td", { class: "reason", text: u.reason }),
        ),
      );
    page.append(el("h2", { text: t("unpaired") }), el("div", { class: "scroll" }, el("table", {}, body)));
  }
  if (data.problems.length)
    page.append(
      el("h2", { text: t("problems") }),
      el("ul", {}, ...data.problems.map((p) => el("li", { text: p }))),
    );
  page.append(
    el("h2", { text: t("settings") }),
    el(
      "dl",
      {},
      ...[
        ["command", data.command],
        ["profile", data.profile],
        ["limits", data.limits],
        ["made", s.bytes],
        ["versions", data.versions],
      ].flatMap(([k, v]) => [el("dt", { text: t(k) }), el("dd", {}, el("code", { text: String(v) }))]),
    ),
  );
  if (focus) {
    const e = document.getElementById(focus);
    if (e) {
      e.focus();
      if (e.setSelectionRange && e.value) e.setSelectionRange(e.value.length, e.value.length);
    }
  }
}
draw();
