// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QStringList>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace dumpscope::gui {

/// A dump on another machine: which machine, and which folder or file there.
class RemoteSheet : public QDialog {
    Q_OBJECT
public:
    /// `hosts` can be chosen; others can be typed.
    RemoteSheet(const QStringList& hosts, QWidget* parent);

    /// ssh://HOST/PATH of what stands in the fields; empty where that is none.
    [[nodiscard]] QString place() const;

signals:
    void chosen(const QString& place);

private:
    void refresh();

    QComboBox* m_host;
    QLineEdit* m_path;
    QLabel* m_answer;
    QPushButton* m_open;
};

} // namespace dumpscope::gui
