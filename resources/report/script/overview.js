// SPDX-License-Identifier: GPL-3.0-or-later
// Overview: the error of every pair over the order of execution.

const overview = { height: 132, left: 46, right: 10, x: [], y: [] };
function drawOverview() {
  const canvas = byId("overview"),
    errors = figures(metric),
    finite = errors.filter((v) => v !== null && Number.isFinite(v) && v !== 0).map(Math.abs);
  const { height, left, right } = overview,
    w = Math.max(200, canvas.parentElement.clientWidth - 2),
    scale = window.devicePixelRatio || 1,
    c = canvas.getContext("2d"),
    style = getComputedStyle(document.documentElement),
    color = (name) => style.getPropertyValue("--" + name).trim();
  canvas.width = w * scale;
  canvas.height = height * scale;
  canvas.style.height = height + "px";
  c.scale(scale, scale);
  let low = Infinity,
    high = -Infinity;
  for (const v of finite) {
    low = Math.min(low, v);
    high = Math.max(high, v);
  }
  low = Number.isFinite(low) ? Math.floor(Math.log10(low)) : -1;
  high = Number.isFinite(high) ? Math.max(Math.ceil(Math.log10(high)), low + 1) : 0;
  low = Math.max(low, high - 16);
  const ceiling = 18,
    floor = height - 20;
  const yOf = (v) => floor - 14 - ((Math.log10(v) - low) / (high - low)) * (floor - 14 - ceiling - 8);
  c.font = "11px system-ui, sans-serif";
  c.textAlign = "right";
  c.textBaseline = "middle";
  c.lineWidth = 1;
  const rule = (y, text) => {
    c.strokeStyle = color("line");
    c.beginPath();
    c.moveTo(left, Math.round(y) + 0.5);
    c.lineTo(w - right, Math.round(y) + 0.5);
    c.stroke();
    c.fillStyle = color("dim");
    c.fillText(text, left - 6, y);
  };
  const stride = Math.max(1, Math.ceil((high - low) / 4));
  for (let e = high; e >= low; e -= stride) rule(yOf(10 ** e), "1e" + e);
  rule(floor, "0");
  // Numbers over what is left of a tensor say nothing where NaN or infinities differ.
  const isBroken = (row) => textAt("state", row) === "non-finite" || (errors[row] !== null && !Number.isFinite(errors[row]));
  if (errors.some((v, row) => isBroken(row))) rule(ceiling - 8, "NaN, ∞");
  const x = (overview.x = new Float32Array(rows)),
    y = (overview.y = new Float32Array(rows));
  const size = rows > 20000 ? 2 : rows > 2000 ? 3 : 4,
    fine = size > 2 ? 1 : 2,
    taken = new Uint8Array((w + 1) * (height + 1));
  for (let row = 0; row < rows; ++row) {
    const v = errors[row] === null ? null : Math.abs(errors[row]);
    x[row] = left + ((row + 0.5) / rows) * (w - left - right);
    y[row] = isBroken(row) ? ceiling - 8 : v === null ? NaN : v === 0 ? floor : clamp(yOf(v), ceiling, floor - 4);
  }
  // What fails is drawn last; of points on one place only the first.
  for (const verdict of [3, 2, 1, 0]) {
    c.fillStyle = color(["fail", "warn", "none", "pass"][verdict]);
    c.globalAlpha = verdict === 3 ? 0.55 : 0.9;
    for (let row = 0; row < rows; ++row) {
      const pixel = Math.round(y[row] / fine) * w + Math.round(x[row] / fine);
      if (verdicts[row] !== verdict || taken[pixel] === verdict + 1 || Number.isNaN(y[row])) continue;
      taken[pixel] = verdict + 1;
      c.fillRect(x[row] - size / 2, y[row] - size / 2, size, size);
    }
  }
  c.globalAlpha = 1;
  c.textAlign = "center";
  const marks = [];
  const mark = (row, text) => {
    c.strokeStyle = c.fillStyle = color("accent");
    c.beginPath();
    c.moveTo(Math.round(x[row]) + 0.5, 14);
    c.lineTo(Math.round(x[row]) + 0.5, floor + 4);
    c.stroke();
    if (marks.some((at) => Math.abs(at - x[row]) < 16)) return; // the better suspect keeps its number
    marks.push(x[row]);
    c.beginPath();
    c.arc(x[row], 8, 7.5, 0, 7);
    c.fill();
    c.fillStyle = color("bg");
    c.fillText(text, x[row], 8.5);
  };
  data.suspects
    .slice(0, 9)
    .map((suspect, i) => [suspect.pairs[0], i + 1])
    .forEach(([row, i]) => row !== undefined && mark(row, i));
  c.fillStyle = color("dim");
  c.textAlign = "left";
  c.fillText("#0", left, height - 7);
  c.textAlign = "right";
  c.fillText("#" + (rows - 1), w - right, height - 7);
  c.textAlign = "center";
  c.fillText(t(data.conclusion.order_known && !varies("rank") && !varies("step") ? "byExecution" : "byDump"), (left + w - right) / 2, height - 7);
}
function nearestPair(e) {
  const px = e.offsetX,
    py = e.offsetY,
    { x, y } = overview;
  let best = -1,
    distance = 150;
  for (let row = 0; row < rows; ++row) {
    const d = (x[row] - px) ** 2 + (y[row] - py) ** 2 + verdicts[row];
    if (d < distance) [best, distance] = [row, d];
  }
  return best;
}
function hover(e) {
  const row = nearestPair(e);
  e.target.style.cursor = row < 0 ? "" : "pointer";
  e.target.title =
    row < 0 ? "" : "#" + row + " " + textAt("op_name", row) + " " + ioOf(row) + "\n" + t(verdictNames[verdicts[row]]) + ", " + show(figures(metric)[row]);
}
