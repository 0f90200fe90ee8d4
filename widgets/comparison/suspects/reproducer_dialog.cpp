// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/suspects/reproducer_dialog.h"

#include "common/core_text.h"
#include "common/plain_text.h"
#include "kit/answer_row.h"
#include "reproduce/reproducer.h"

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace dumpscope::gui {

namespace {

/// There is something at the path that nothing may be added to.
bool isTaken(const QString& path)
{
    return QFileInfo::exists(path) && !(QDir(path).exists() && QDir(path).isEmpty());
}

QLabel* nameLabel(const QString& text, QWidget* parent)
{
    auto* const label = new QLabel(text, parent);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

ReproducerDialog::ReproducerDialog(const QString& target, const QString& golden, QWidget* parent)
    : QDialog(parent)
    , m_kind(new QComboBox(this))
    , m_path(new QLineEdit(this))
    , m_answer(nameLabel({}, this))
    , m_write(new QPushButton(tr("Write"), this))
{
    setWindowTitle(tr("Export a reproducer"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_kind->setAccessibleName(tr("Run by"));
    m_kind->addItem(tr("Whatever knows the operator"), QString());
    for (const core::ReproducerProgram& program : core::reproducerPrograms())
        m_kind->addItem(fromCore(program.name), fromCore(program.id));
    m_path->setAccessibleName(tr("Folder"));
    m_path->setMinimumWidth(fontMetrics().averageCharWidth() * 60);
    auto* const choose = new QPushButton(tr("Choose…"), this);
    auto* const place = new QHBoxLayout;
    place->addWidget(m_path, 1);
    place->addWidget(choose);
    auto* const form = new QFormLayout(this);
    form->addRow(nameLabel(tr("Its inputs and outputs, and a script that runs it alone and says whether its "
                              "output follows from its inputs."),
        this));
    form->addRow(tr("Target"), nameLabel(shownName(target), this));
    form->addRow(tr("Golden"), nameLabel(golden.isEmpty() ? tr("none") : shownName(golden), this));
    form->addRow(tr("Run by"), m_kind);
    form->addRow(tr("Folder"), place);
    form->addRow(QString(), m_answer);
    form->addRow(answerRow(*m_write, *this));
    connect(choose, &QPushButton::clicked, this, &ReproducerDialog::chooseFolder);
    connect(m_path, &QLineEdit::textChanged, this, &ReproducerDialog::refresh);
    connect(m_write, &QPushButton::clicked, this, [this] {
        emit chosen(m_path->text().trimmed(), m_kind->currentData().toString());
        accept();
    });
    m_path->setText(freeFolder(QDir::home().filePath(QStringLiteral("reproducer"))));
    refresh();
}

QString ReproducerDialog::freeFolder(const QString& wanted)
{
    QString path = wanted;
    for (int number = 2; isTaken(path); ++number)
        path = QStringLiteral("%1-%2").arg(wanted).arg(number);
    return path;
}

void ReproducerDialog::chooseFolder()
{
    auto* const chooser = new QFileDialog(this, tr("Write the reproducer to"), m_path->text());
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::Directory);
    connect(chooser, &QFileDialog::fileSelected, m_path, &QLineEdit::setText);
    chooser->open();
}

void ReproducerDialog::refresh()
{
    const QString path = m_path->text().trimmed();
    m_write->setEnabled(!path.isEmpty());
    m_answer->setText(!path.isEmpty() && isTaken(path)
            ? tr("There are files already; none of them is replaced. %1 is free.").arg(freeFolder(path))
            : QString());
}

} // namespace dumpscope::gui
