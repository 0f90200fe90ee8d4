// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace dumpscope::gui {

/// Where one operator is written as a folder of its own, and what is to run it.
class ReproducerDialog : public QDialog {
    Q_OBJECT
public:
    /// Names of the operator on both sides, with step and rank where they say which of several it is;
    /// `golden` is empty where there is none.
    ReproducerDialog(const QString& target, const QString& golden, QWidget* parent);

    /// `wanted`, or with the first number behind it where that is not taken: "reproducer-2".
    [[nodiscard]] static QString freeFolder(const QString& wanted);

signals:
    /// `kind`: id of a kind of reproducer; empty for the first that knows the operator.
    void chosen(const QString& folder, const QString& kind);

private:
    void chooseFolder();
    void refresh();

    QComboBox* m_kind;
    QLineEdit* m_path;
    QLabel* m_answer;
    QPushButton* m_write;
};

} // namespace dumpscope::gui
