// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;
class QRadioButton;

namespace dumpscope::gui {

/// Where rows of a table are written as CSV, and the command line that prints them. Not modal; stays until
/// the file is written.
class CsvDialog : public QDialog {
    Q_OBJECT
public:
    /// How many rows are shown, and how many of them are chosen, 0 for none or all. A single chosen row is
    /// where one is rather than what one wants. `command`: of the rows shown, empty: there is none.
    CsvDialog(qint64 shown, qint64 chosen, const QString& command, QWidget* parent = nullptr);

    /// What came of writing: closes the dialog, or says in it why there is no file.
    void finish(const core::Result<void>& written);

signals:
    void chosen(const QString& path, bool chosenOnly);

private:
    void refresh();
    void chooseFile();

    QString m_print;
    QLineEdit *m_path, *m_command;
    QRadioButton* m_onlyChosen; ///< null: nothing but all can be written
    QLabel* m_remark;
    QPushButton* m_export;
};

} // namespace dumpscope::gui
