// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/tensor_tab.h"

#include "common/icons.h"
#include "common/spacing.h"

#include <QHBoxLayout>
#include <QTimer>
#include <QToolButton>

namespace dumpscope::gui {

void TensorTab::addOutputButtons(QHBoxLayout* bar)
{
    auto* const copy = makeBarButton("copy", tr("Copy"), bar->parentWidget());
    auto* const save = makeBarButton("export", tr("Export…"), bar->parentWidget());
    connect(copy, &QToolButton::clicked, this, &TensorTab::copyWanted);
    connect(save, &QToolButton::clicked, this, &TensorTab::exportWanted);
    bar->addWidget(copy);
    bar->addWidget(save);
}

ReadingTab::ReadingTab(TensorDocument& document, QWidget* parent)
    : TensorTab(document, parent)
{
    connect(&document, &TensorDocument::stageChanged, this, &ReadingTab::readSoon);
    connect(&document, &TensorDocument::planeChanged, this, &ReadingTab::readSoon);
}

void ReadingTab::readSoon()
{
    if (m_isStale || !isVisible())
        return;
    m_isStale = true;
    QTimer::singleShot(0, this, [this] {
        m_isStale = false;
        if (isVisible() && document().tensor().isValid())
            load();
    });
}

void ReadingTab::showEvent(QShowEvent* event)
{
    TensorTab::showEvent(event);
    readSoon();
}

QHBoxLayout* addViewBar(QWidget* tab)
{
    auto* const column = new QVBoxLayout(tab);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* const bar = new QWidget(tab);
    bar->setMinimumHeight(scaled(32));
    auto* const row = new QHBoxLayout(bar);
    row->setContentsMargins(scaledMargins(8, 2, 8, 2));
    row->setSpacing(scaled(6));
    column->addWidget(bar);
    return row;
}

QToolButton* makeBarButton(const char* iconName, const QString& text, QWidget* parent)
{
    auto* const button = new QToolButton(parent);
    button->setAutoRaise(true);
    button->setIcon(icon(iconName));
    button->setToolTip(text);
    button->setAccessibleName(text);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

} // namespace dumpscope::gui
