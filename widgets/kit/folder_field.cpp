// SPDX-License-Identifier: GPL-3.0-or-later
#include "kit/folder_field.h"

#include "common/fonts.h"
#include "common/icons.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

namespace dumpscope::gui {

FolderField::FolderField(QWidget* parent)
    : QWidget(parent)
    , m_edit(new QLineEdit(this))
    , m_browse(new QToolButton(this))
{
    m_edit->setFont(monospaceFont());
    m_browse->setAutoRaise(true);
    m_browse->setIcon(icon("open"));
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_edit, 1);
    row->addWidget(m_browse);
    setFocusProxy(m_edit);
    connect(m_edit, &QLineEdit::textChanged, this, &FolderField::changed);
    connect(m_browse, &QToolButton::clicked, this, &FolderField::choose);
}

QString FolderField::path() const
{
    return m_edit->text().trimmed();
}

void FolderField::setPath(const QString& path)
{
    m_edit->setText(path);
}

void FolderField::nameAfter(QLabel* label)
{
    label->setBuddy(m_edit);
    m_edit->setAccessibleName(label->text());
    m_browse->setToolTip(tr("Choose a folder"));
    m_browse->setAccessibleName(m_browse->toolTip());
}

void FolderField::choose()
{
    auto* const chooser = new QFileDialog(this, m_edit->accessibleName(), m_edit->text());
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::Directory);
    connect(chooser, &QFileDialog::fileSelected, m_edit, &QLineEdit::setText);
    chooser->open();
}

} // namespace dumpscope::gui
