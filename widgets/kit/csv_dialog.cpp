// SPDX-License-Identifier: GPL-3.0-or-later
#include "kit/csv_dialog.h"

#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/fonts.h"
#include "common/numbers.h"
#include "kit/answer_row.h"
#include "request/shell_words.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>

namespace dumpscope::gui {

CsvDialog::CsvDialog(qint64 shown, qint64 chosen, const QString& command, QWidget* parent)
    : QDialog(parent)
    , m_print(command)
    , m_path(new QLineEdit(this))
    , m_command(new QLineEdit(this))
    , m_onlyChosen(chosen > 0 ? new QRadioButton(this) : nullptr)
    , m_remark(new QLabel(this))
    , m_export(new QPushButton(tr("Export"), this))
{
    setWindowTitle(tr("Export rows as CSV"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_export->setObjectName(QStringLiteral("export"));
    m_path->setText(QDir::current().absoluteFilePath(QStringLiteral("rows.csv")));
    m_path->setMinimumWidth(fontMetrics().averageCharWidth() * 60);
    m_path->setAccessibleName(tr("File"));
    m_command->setReadOnly(true);
    m_command->setFont(monospaceFont());
    m_command->setAccessibleName(tr("Command"));
    m_remark->setForegroundRole(QPalette::PlaceholderText);
    m_remark->setWordWrap(true);
    m_remark->setTextFormat(Qt::PlainText);
    auto* const choose = new QPushButton(tr("Choose…"), this);
    auto* const place = new QHBoxLayout;
    place->addWidget(m_path, 1);
    place->addWidget(choose);
    auto* const form = new QFormLayout(this);
    const QString everything = tr("All %1 rows that are shown").arg(groupedNumber(shown));
    if (m_onlyChosen) {
        m_onlyChosen->setText(
            chosen == 1 ? tr("The chosen row") : tr("%1 chosen rows").arg(groupedNumber(chosen)));
        auto* const all = new QRadioButton(everything, this);
        (chosen == 1 ? all : m_onlyChosen)->setChecked(true);
        form->addRow(tr("What"), all);
        form->addRow(QString(), m_onlyChosen);
        connect(all, &QRadioButton::toggled, this, &CsvDialog::refresh);
    } else {
        form->addRow(tr("What"), new QLabel(everything, this));
    }
    form->addRow(tr("File"), place);
    form->addRow(tr("Command"), m_command);
    form->addRow(QString(), m_remark);
    form->addRow(answerRow(*m_export, *this));
    m_export->setDefault(true);
    connect(choose, &QPushButton::clicked, this, &CsvDialog::chooseFile);
    connect(m_path, &QLineEdit::textEdited, this, &CsvDialog::refresh);
    connect(m_export, &QPushButton::clicked, this, [this] {
        m_export->setEnabled(false);
        emit this->chosen(m_path->text(), m_onlyChosen && m_onlyChosen->isChecked());
    });
    refresh();
}

void CsvDialog::finish(const core::Result<void>& written)
{
    if (written) {
        close();
        return;
    }
    refresh();
    if (written.error().code != core::Code::Cancelled)
        m_remark->setText(coreError(written.error()));
}

void CsvDialog::refresh()
{
    // What the field shows writes the same rows as the button, or there is nothing in it.
    const bool hasCommand = !m_print.isEmpty() && !(m_onlyChosen && m_onlyChosen->isChecked());
    m_command->setText(hasCommand ? m_print + QStringLiteral(" --csv > ")
                + fromCore(core::shellQuoted(m_path->text().toStdString()))
                                  : QString());
    m_command->setPlaceholderText(tr("No command writes these rows alone."));
    m_command->setCursorPosition(0);
    m_remark->setText(QFileInfo::exists(m_path->text())
            ? tr("The file is there already and will be replaced.")
            : QString());
    m_export->setEnabled(!m_path->text().isEmpty());
}

void CsvDialog::chooseFile()
{
    const QString path
        = QFileDialog::getSaveFileName(this, windowTitle(), m_path->text(), tr("CSV files (*.csv)"));
    if (path.isEmpty())
        return;
    m_path->setText(path);
    refresh();
}

} // namespace dumpscope::gui
