// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/file_export_dialog.h"

#include "common/core_sentences.h"
#include "io/output_check.h"
#include "kit/answer_row.h"

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QRegularExpression>

#include <algorithm>
#include <string>
#include <vector>

namespace dumpscope::gui {

FileExportDialog::FileExportDialog(QWidget* parent)
    : QDialog(parent)
    , m_what(new QComboBox(this))
    , m_path(new QLineEdit(this))
    , m_command(new QLineEdit(this))
    , m_remark(new QLabel(this))
    , m_answer(new QLabel(this))
    , m_export(new QPushButton(tr("Export"), this))
{
    setWindowTitle(tr("Export"));
    setAttribute(Qt::WA_DeleteOnClose);
    layOut();
    connect(m_what, &QComboBox::activated, this, &FileExportDialog::changeSuffix);
    connect(m_path, &QLineEdit::textEdited, this, &FileExportDialog::refresh);
    connect(m_export, &QPushButton::clicked, this, &FileExportDialog::run);
}

void FileExportDialog::layOut()
{
    m_what->setAccessibleName(tr("What"));
    m_path->setAccessibleName(tr("File"));
    m_path->setMinimumWidth(fontMetrics().averageCharWidth() * 60);
    m_command->setAccessibleName(tr("Command"));
    m_command->setReadOnly(true);
    m_remark->setForegroundRole(QPalette::PlaceholderText);
    for (QLabel* label : {m_remark, m_answer})
        label->setWordWrap(true);
    auto* const choose = new QPushButton(tr("Choose…"), this);
    connect(choose, &QPushButton::clicked, this, &FileExportDialog::chooseFile);
    auto* const place = new QHBoxLayout;
    place->addWidget(m_path, 1);
    place->addWidget(choose);
    auto* const form = new QFormLayout(this);
    form->addRow(tr("What"), m_what);
    form->addRow(tr("File"), place);
    form->addRow(tr("Command"), m_command);
    form->addRow(QString(), m_remark);
    form->addRow(QString(), m_answer);
    form->addRow(answerRow(*m_export, *this));
}

void FileExportDialog::setChoices(const QList<Choice>& choices)
{
    const QString chosen = m_what->currentData().toString();
    m_what->clear();
    for (const Choice& choice : choices)
        m_what->addItem(choice.text, choice.id);
    m_what->setCurrentIndex(std::max(0, m_what->findData(chosen)));
}

QString FileExportDialog::path() const
{
    static const QRegularExpression known(QStringLiteral("\\.(npy|csv|png|svg)$"));
    const QString suffix = m_what->currentData().toString().section(u'.', -1);
    return m_path->text().remove(known) + u'.' + suffix;
}

void FileExportDialog::begin(const QString& suggestedName)
{
    static const QRegularExpression odd(QStringLiteral("[^A-Za-z0-9._-]"));
    QString name = suggestedName;
    name.replace(odd, QStringLiteral("_"));
    m_path->setText(QDir::current().absoluteFilePath(name.right(120) + QStringLiteral(".npy")));
    changeSuffix();
}

void FileExportDialog::changeSuffix()
{
    m_path->setText(path());
    refresh();
}

void FileExportDialog::refresh()
{
    const QString what = m_what->currentData().toString();
    m_command->setText(commandFor(what));
    m_command->setCursorPosition(0);
    QStringList remarks = remarksOn(what);
    if (QFileInfo::exists(path()))
        remarks.append(tr("The file is there already and will be replaced."));
    remarks.removeAll(QString());
    m_remark->setText(remarks.join(u' '));
    m_answer->clear();
    m_export->setEnabled(isReady() && !m_path->text().isEmpty());
}

void FileExportDialog::chooseFile()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Export to"), m_path->text());
    if (path.isEmpty())
        return;
    m_path->setText(path);
    refresh();
}

void FileExportDialog::run()
{
    const QString path = this->path();
    std::vector<std::string> inputs;
    for (const QString& input : this->inputs())
        inputs.push_back(input.toStdString());
    const std::string output = path.toStdString();
    if (const auto usable = core::checkOutputs({&output, 1}, inputs); !usable)
        return m_answer->setText(coreError(usable.error()));
    m_export->setEnabled(false);
    m_answer->setText(tr("Writing %1.").arg(path));
    write(m_what->currentData().toString(), path, [dialog = QPointer(this), path](const QString& problem) {
        if (!dialog)
            return;
        dialog->refresh();
        dialog->m_answer->setText(problem.isEmpty() ? tr("Written to %1.").arg(path) : problem);
    });
}

} // namespace dumpscope::gui
