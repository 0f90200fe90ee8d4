// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/fact_table.h"

#include "common/theme.h"

#include <QEvent>
#include <QFontDatabase>
#include <QGridLayout>
#include <QLabel>

namespace dumpscope::gui {

FactTable::FactTable(const QString& title, const QString& hint, QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel(this))
    , m_hint(new QLabel(this))
    , m_grid(new QGridLayout)
{
    auto* const head = new QWidget(this);
    head->setAutoFillBackground(true);
    head->setBackgroundRole(QPalette::Window);
    auto* const row = new QHBoxLayout(head);
    row->setContentsMargins(6, 3, 6, 3);
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    row->addWidget(m_title);
    row->addStretch(1);
    row->addWidget(m_hint);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 4);
    column->setSpacing(4);
    column->addWidget(head);
    m_grid->setContentsMargins(6, 0, 6, 0);
    m_grid->setHorizontalSpacing(16);
    m_grid->setVerticalSpacing(3);
    m_grid->setColumnStretch(1, 1);
    column->addLayout(m_grid);
    setTitle(title, hint);
}

void FactTable::setTitle(const QString& title, const QString& hint)
{
    m_title->setText(title);
    m_hint->setText(hint);
    setAccessibleName(title);
}

void FactTable::setFacts(const QList<Fact>& facts)
{
    m_facts = facts;
    while (m_rows.size() < facts.size()) {
        auto* const name = new QLabel(this);
        auto* const value = new QLabel(this);
        name->setForegroundRole(QPalette::PlaceholderText);
        name->setMinimumWidth(fontMetrics().averageCharWidth() * 10);
        value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        value->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
        value->setTextFormat(Qt::PlainText);
        m_grid->addWidget(name, static_cast<int>(m_rows.size()), 0);
        m_grid->addWidget(value, static_cast<int>(m_rows.size()), 1);
        m_rows.append(qMakePair(name, value));
    }
    paintFacts();
}

void FactTable::paintFacts()
{
    const Theme& theme = Theme::of(this);
    for (qsizetype i = 0; i < m_rows.size(); ++i) {
        const auto [name, value] = m_rows[i];
        const bool isUsed = i < m_facts.size();
        name->setVisible(isUsed);
        value->setVisible(isUsed);
        if (!isUsed)
            continue;
        name->setText(m_facts[i].name);
        value->setText(m_facts[i].value);
        value->setToolTip(m_facts[i].remark);
        value->setAccessibleName(m_facts[i].name + u' ' + m_facts[i].value);
        QFont font = value->font();
        font.setBold(m_facts[i].isAlarming);
        value->setFont(font);
        QPalette ink = palette();
        // Text that can be marked is painted in the role of editors.
        for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text})
            ink.setColor(role, theme.color(m_facts[i].isAlarming ? Token::Fail : Token::Text));
        value->setPalette(ink);
    }
}

void FactTable::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange && !m_rows.isEmpty())
        paintFacts();
    QWidget::changeEvent(event);
}

} // namespace dumpscope::gui
