// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/report/report.h"
#include "comparison/comparison_document.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace dumpscope::gui {

class Annotations;

/// Writes a comparison as one of the engine's reports and shows the command that writes the same. Not modal.
class ReportDialog : public QDialog {
    Q_OBJECT
public:
    /// Notes of tensors of both sides go into the reports that have room for them.
    ReportDialog(
        TaskRunner& tasks, const Annotations& annotations, ComparisonDocument& document, QWidget* parent);
    [[nodiscard]] QString command() const;

private:
    void changeKind();
    void chooseFile();
    void refresh();
    void write();
    [[nodiscard]] std::vector<core::ReportNote> notes() const;
    /// What the command leaves out of the report.
    [[nodiscard]] QString leftOut() const;
    [[nodiscard]] const core::ComparisonReport& report() const;
    /// Of the file that is suggested.
    [[nodiscard]] QString suffix() const;

    TaskRunner& m_tasks;
    const Annotations& m_annotations;
    QPointer<ComparisonDocument> m_document;
    std::shared_ptr<const core::ReportRegistry> m_reports = core::builtinReports();
    QComboBox* m_kind;
    QLineEdit *m_path, *m_command;
    QLabel *m_help, *m_answer;
    QPushButton *m_write, *m_open, *m_close;
    QString m_written; ///< file
    LatestOnly m_writing;
};

} // namespace dumpscope::gui
