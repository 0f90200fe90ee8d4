// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/node_search_field.h"

#include "common/numbers.h"
#include "common/spacing.h"
#include "common/widget_changes.h"
#include "graph/node_table.h"
#include "kit/filter_bar.h"

#include <QHBoxLayout>
#include <QKeyEvent>

namespace dumpscope::gui {

namespace {
constexpr int kWidth = 190;
}

NodeSearchField::NodeSearchField(const ShownGraph& shown, QWidget* parent)
    : QWidget(parent)
    , m_shown(shown)
    , m_bar(new FilterBar(this))
{
    field()->setMaximumWidth(scaled(kWidth));
    field()->installEventFilter(this);
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_bar);
    setFocusProxy(field());
    connect(&shown, &ShownGraph::graphChanged, this, &NodeSearchField::showGraph);
    connect(m_bar, &FilterBar::filterChanged, this, &NodeSearchField::search);
    keepTranslated(this, &NodeSearchField::retranslate);
    showGraph();
}

QLineEdit* NodeSearchField::field() const
{
    return m_bar->field();
}

void NodeSearchField::retranslate()
{
    m_bar->setPlaceholder(tr("Find a node"));
    field()->setAccessibleName(tr("Find a node"));
}

void NodeSearchField::showGraph()
{
    m_table = m_shown.loaded() ? std::make_shared<const NodeTable>(m_shown) : nullptr;
    m_bar->setTable(m_table);
    search();
}

void NodeSearchField::search()
{
    const bool asks = m_table && !m_bar->text().trimmed().isEmpty() && m_bar->error().isEmpty();
    m_found = asks ? m_table->matching(m_bar->filter()) : std::vector<core::NodeId>();
    m_hit = 0;
    m_isVisited = false;
    if (m_bar->error().isEmpty())
        m_bar->setStatus(asks ? groupedNumber(static_cast<qint64>(m_found.size())) : QString());
    emit foundChanged();
}

void NodeSearchField::goToHit(int by)
{
    if (m_found.empty())
        return;
    const auto count = static_cast<std::ptrdiff_t>(m_found.size());
    if (std::exchange(m_isVisited, true))
        m_hit = static_cast<std::size_t>((static_cast<std::ptrdiff_t>(m_hit) + by + count) % count);
    m_bar->setStatus(tr("%1 of %2").arg(groupedNumber(static_cast<qint64>(m_hit) + 1), groupedNumber(count)));
    emit hit(m_found[m_hit].value());
}

// Before the filter's own keys: Return goes to hits and stays in the line.
bool NodeSearchField::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != field() || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    const bool isList = static_cast<QKeyEvent*>(event)->modifiers() == Qt::ControlModifier;
    if ((key == Qt::Key_Down && !isList) || (key == Qt::Key_Escape && m_bar->text().isEmpty()))
        emit left();
    else if (key == Qt::Key_Return || key == Qt::Key_Enter)
        goToHit(1);
    else
        return false;
    return true;
}

} // namespace dumpscope::gui
