// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileDialog>

namespace dumpscope::gui {

/// Chooses files and folders alike: a dump may be either. A click and *Open* take what is marked, a folder as
/// well; a double click on a folder goes into it; with nothing marked it is the folder that is shown. The
/// dialogs of desktops know only one of the two, so it is none of them.
class OpenSheet : public QFileDialog {
    Q_OBJECT
public:
    explicit OpenSheet(QWidget* parent);

    void accept() override;

signals:
    void chosen(const QStringList& paths);
};

} // namespace dumpscope::gui
