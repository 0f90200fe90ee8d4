// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;

namespace dumpscope::gui {

/// Where rows of a table are written as CSV, and the command line that prints them. Not modal; goes when
/// it is closed.
class CsvDialog : public QDialog {
    Q_OBJECT
public:
    /// `what`: how many rows, in words; `command`: of the rows shown, empty: there is none.
    CsvDialog(const QString& what, const QString& command, QWidget* parent = nullptr);

signals:
    void chosen(const QString& path);

private:
    void refresh();
    void chooseFile();

    QString m_print;
    QLineEdit *m_path, *m_command;
    QLabel* m_remark;
    QPushButton* m_export;
};

} // namespace dumpscope::gui
