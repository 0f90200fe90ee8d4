// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/environment_field.h"

#include "common/icons.h"
#include "common/spacing.h"
#include "kit/dropped_path_line.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QToolButton>

namespace dumpscope::gui {

EnvironmentField::EnvironmentField(QWidget* parent)
    : QWidget(parent)
    , m_line(new DroppedPathLine(this))
{
    m_line->setPlaceholderText(tr("that of the dump"));
    m_line->setToolTip(tr("Versions, variables and code of the run, where msprobe's config_check wrote them "
                          "elsewhere than into the dump"));
    auto* const choose = new QToolButton(this);
    choose->setAutoRaise(true);
    choose->setIcon(icon("open"));
    choose->setToolTip(tr("Choose the package"));
    choose->setAccessibleName(choose->toolTip());
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(scaled(kSmall));
    layout->addWidget(m_line, 1);
    layout->addWidget(choose);
    setFocusProxy(m_line);
    connect(choose, &QToolButton::clicked, this, &EnvironmentField::browse);
}

std::string EnvironmentField::path() const
{
    return m_line->path();
}

QLineEdit* EnvironmentField::line() const
{
    return m_line;
}

void EnvironmentField::setPath(const QString& path)
{
    m_line->setText(path);
}

void EnvironmentField::browse()
{
    auto* const chooser = new QFileDialog(this, tr("Choose the package"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::ExistingFile);
    chooser->setNameFilters({tr("Packages of config_check (*.zip)"), tr("All files (*)")});
    connect(chooser, &QFileDialog::fileSelected, this, &EnvironmentField::setPath);
    chooser->open();
}

} // namespace dumpscope::gui
