// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QAbstractButton;
class QDialog;
class QLayout;

namespace dumpscope::gui {

/// The row at the end of a sheet: Cancel, and at the right what it is for. Who looks for a way out need not
/// know the key.
[[nodiscard]] QLayout* answerRow(QAbstractButton& primary, QDialog& sheet);

} // namespace dumpscope::gui
