// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

namespace dumpscope::gui {

/// A path that is typed or dropped: a dropped file or folder is its path, not the text of its address.
class DroppedPathLine : public QLineEdit {
public:
    using QLineEdit::QLineEdit;

    /// Absolute, or on another machine (`ssh://`); `~` is the home folder, and quotes around it and
    /// `file://` are left out. Empty where nothing is said.
    [[nodiscard]] std::string path() const;

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
};

} // namespace dumpscope::gui
