// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/environment_field.h"

#include "common/dropped_paths.h"
#include "common/icons.h"
#include "common/spacing.h"

#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QToolButton>

namespace dumpscope::gui {

namespace {

/// A dropped file is its path, not the text of its address.
class DroppedPathLine : public QLineEdit {
public:
    using QLineEdit::QLineEdit;

protected:
    void dragEnterEvent(QDragEnterEvent* event) override
    {
        if (droppedPaths(event->mimeData()).size() == 1)
            return event->acceptProposedAction();
        QLineEdit::dragEnterEvent(event);
    }
    void dragMoveEvent(QDragMoveEvent* event) override
    {
        if (droppedPaths(event->mimeData()).size() == 1)
            return event->acceptProposedAction();
        QLineEdit::dragMoveEvent(event);
    }
    void dropEvent(QDropEvent* event) override
    {
        const QStringList paths = droppedPaths(event->mimeData());
        if (paths.size() != 1)
            return QLineEdit::dropEvent(event);
        setText(paths.first());
        event->acceptProposedAction();
    }
};

} // namespace

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
    const QString text = m_line->text().trimmed();
    return text.isEmpty() ? std::string() : QFileInfo(text).absoluteFilePath().toStdString();
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
