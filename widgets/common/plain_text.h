// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVariant>

#include <string_view>

class QLabel;

namespace dumpscope::gui {

/// What a dump calls its tensors is shown letter by letter: a name may look like HTML. AppStyle makes every
/// label and every tooltip plain; a label with a link says so with `makeRich` and escapes what is in it.

/// What a document with markup gets in place of anything it names: Qt reads a file, be it a device or a pipe,
/// unless the answer is something to show. For loadResource of whatever shows one.
[[nodiscard]] QVariant noResource(int type);
/// The label shows the few tags of our own texts. Whatever else stands in it goes through `toHtmlEscaped`.
void makeRich(QLabel& label);
/// A name in a menu or on a tab, where a single & would mark a key and be gone.
[[nodiscard]] QString menuText(const QString& name);
/// What a dump calls something, with marks that steer or turn text around as %XX (core::printable).
[[nodiscard]] QString shownName(std::string_view name);
[[nodiscard]] QString shownName(const QString& name);
/// Lines for a tooltip, which breaks none by itself: long ones break behind blanks and behind what parts
/// names.
[[nodiscard]] QString tipText(const QString& text);
/// Text that a label can break anywhere in what is too long for a line: behind what parts names, and between
/// letters where nothing does.
[[nodiscard]] QString breakable(const QString& text);

} // namespace dumpscope::gui
