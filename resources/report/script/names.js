// SPDX-License-Identifier: GPL-3.0-or-later
// Names: elided in the middle by the style, whole in the document.

const layerPattern = once((layer) => {
  const parts = layer.split("/").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp("(" + parts.slice(-2, -1).join("") + "[/.]|^)" + parts[parts.length - 1] + "(?=[/.]|$)[/.]?");
});
function nameBox(name, layer) {
  const end = name.includes("/") ? /[^/]+\/?$/ : /[^.]+(\.\d+)?(\.(forward|backward|parameters(_grad)?))?(\.\d+)?$/;
  const tail = (end.exec(name) || [name])[0],
    rest = name.slice(0, name.length - tail.length);
  const found = (layer && layerPattern(layer).exec(rest)) || /()[^/.]*\d[^/.]*[/.]/.exec(rest);
  const at = found ? found.index + found[1].length : rest.length,
    to = found ? found.index + found[0].length : at;
  const part = (kind, text) =>
    text && el("span", { class: kind + (text.length > 3 ? " cut" : ""), text });
  return el(
    "span",
    { class: "name", title: name },
    part("way", rest.slice(0, at)),
    part("block", rest.slice(at, to)),
    part("way", rest.slice(to)),
    part("last", tail),
  );
}
/** What is copied has names in full, cells parted by tabs and rows by lines. */
document.addEventListener("copy", (e) => {
  const selection = getSelection();
  let text = "";
  if (selection.isCollapsed) {
    if (document.activeElement === byId("grid") && lines[current] >= 0) text = textAt("op_name", lines[current]);
  } else {
    const range = selection.getRangeAt(0),
      from = range.commonAncestorContainer;
    const inside = (from.closest ? from : from.parentElement).closest(".name");
    const copy = range.cloneContents();
    if (inside) text = inside.title;
    else if (copy.querySelector(".name, .row")) {
      for (const name of copy.querySelectorAll(".name")) name.textContent = name.title;
      for (const cell of copy.querySelectorAll(".row > *")) cell.append("\t");
      for (const row of copy.querySelectorAll(".row, .suspect > *")) row.append("\n");
      text = copy.textContent.replace(/\t\n/g, "\n");
    }
  }
  if (!text) return;
  e.clipboardData.setData("text/plain", text);
  e.preventDefault();
});
