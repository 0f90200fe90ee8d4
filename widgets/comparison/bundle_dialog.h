// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/report/bundle.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;

namespace dumpscope::gui {

/// What a bundle will hold and how large it can become, before it is written.
class BundleDialog : public QDialog {
    Q_OBJECT
public:
    BundleDialog(const core::BundleContents& contents, QWidget* parent);
    [[nodiscard]] QString words() const;

signals:
    void fileChosen(const QString& file);

private:
    void chooseFile();
    void refresh();

    core::BundleContents m_contents;
    QLineEdit* m_path;
    QLabel* m_answer;
    QPushButton* m_write;
};

} // namespace dumpscope::gui
