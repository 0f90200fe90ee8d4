// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/node_search_field.h"

#include "common/fonts.h"
#include "common/metrics.h"
#include "common/numbers.h"
#include "graph/node_search.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>

namespace dumpscope::gui {

namespace {
constexpr int kWidth = 190;
}

NodeSearchField::NodeSearchField(const ShownGraph& shown, QWidget* parent)
    : QWidget(parent)
    , m_shown(shown)
    , m_hits(new QLabel(this))
    , m_line(new QLineEdit(this))
{
    m_line->setClearButtonEnabled(true);
    m_line->setMaximumWidth(scaled(kWidth));
    m_line->installEventFilter(this);
    m_hits->setFont(secondaryFont());
    m_hits->setForegroundRole(QPalette::PlaceholderText);
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(kMedium);
    row->addWidget(m_hits);
    row->addWidget(m_line);
    setFocusProxy(m_line);
    connect(&shown, &ShownGraph::graphChanged, this, &NodeSearchField::search);
    connect(m_line, &QLineEdit::textChanged, this, &NodeSearchField::search);
    connect(m_line, &QLineEdit::returnPressed, this, [this] { goToHit(1); });
    retranslate();
}

void NodeSearchField::retranslate()
{
    m_line->setPlaceholderText(tr("Find a node"));
    m_line->setToolTip(tr("Name or type; op_type:Conv* takes wildcards"));
    m_line->setAccessibleName(m_line->placeholderText());
}

void NodeSearchField::search()
{
    m_found = m_shown.loaded() ? searchNodes(m_shown.graph(), m_line->text()) : std::vector<core::NodeId>();
    m_hit = 0;
    m_isVisited = false;
    m_hits->setText(
        m_line->text().trimmed().isEmpty() ? QString() : groupedNumber(static_cast<qint64>(m_found.size())));
    emit foundChanged();
}

void NodeSearchField::goToHit(int by)
{
    if (m_found.empty())
        return;
    const auto count = static_cast<std::ptrdiff_t>(m_found.size());
    if (std::exchange(m_isVisited, true))
        m_hit = static_cast<std::size_t>((static_cast<std::ptrdiff_t>(m_hit) + by + count) % count);
    m_hits->setText(tr("%1 of %2").arg(groupedNumber(static_cast<qint64>(m_hit) + 1), groupedNumber(count)));
    emit hit(m_found[m_hit].value());
}

bool NodeSearchField::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_line || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Down || (key == Qt::Key_Escape && m_line->text().isEmpty()))
        emit left();
    else if (key == Qt::Key_Escape)
        m_line->clear();
    else
        return false;
    return true;
}

void NodeSearchField::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace dumpscope::gui
