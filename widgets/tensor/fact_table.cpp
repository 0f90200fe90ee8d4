// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/fact_table.h"

#include "common/fonts.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "common/theme.h"

#include <QAction>
#include <QClipboard>
#include <QEvent>
#include <QGridLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QScrollArea>

#include <algorithm>

namespace dumpscope::gui {

namespace {
constexpr qsizetype kLongestNumber = 48; ///< characters; what is longer is a name
}

FactTable::FactTable(const QString& title, const QString& hint, QWidget* parent)
    : QWidget(parent)
    , m_badge(new QLabel(this))
    , m_title(new QLabel(this))
    , m_hint(new QLabel(this))
    , m_grid(new QGridLayout)
{
    auto* const head = new QWidget(this);
    head->setAutoFillBackground(true);
    head->setBackgroundRole(QPalette::Window);
    auto* const row = new QHBoxLayout(head);
    row->setContentsMargins(scaledMargins(6, 3, 6, 3));
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    // The hint gives way before the table gets wider than what it holds.
    m_hint->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_hint->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_badge->hide();
    row->addWidget(m_badge);
    row->addWidget(m_title);
    row->addWidget(m_hint, 1);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(scaledMargins(0, 0, 0, 4));
    column->setSpacing(scaled(4));
    column->addWidget(head);
    m_grid->setContentsMargins(scaledMargins(6, 0, 6, 0));
    m_grid->setHorizontalSpacing(scaled(12));
    m_grid->setVerticalSpacing(1);
    m_grid->setColumnMinimumWidth(0, fontMetrics().averageCharWidth() * 10);
    m_grid->setColumnStretch(1, 1);
    column->addLayout(m_grid);
    setTitle(title, hint);
}

void FactTable::setTitle(const QString& title, const QString& hint)
{
    m_title->setText(title);
    m_hintText = hint;
    m_hint->setText(hint);
    m_hint->setToolTip(hint);
    setAccessibleName(title);
}

void FactTable::setSide(State side)
{
    m_side = side;
    m_badge->setVisible(side != State::None);
    paintSide();
}

void FactTable::paintSide()
{
    if (m_side == State::None)
        return;
    const Theme& theme = Theme::of(this);
    const int side = scaled(16);
    QPixmap badge(QSize(side, side) * devicePixelRatioF());
    badge.setDevicePixelRatio(devicePixelRatioF());
    badge.fill(Qt::transparent);
    QPainter painter(&badge);
    paintStateGlyph(painter, m_side, QRectF(0, 0, side, side), theme);
    m_badge->setPixmap(badge);
    QPalette ink = palette();
    ink.setColor(
        QPalette::WindowText, theme.color(m_side == State::TargetSide ? Token::Target : Token::Golden));
    m_title->setPalette(ink);
}

void FactTable::setFacts(const QList<Fact>& facts)
{
    m_facts = facts;
    while (m_rows.size() < facts.size()) {
        auto* const name = new QLabel(this);
        QLabel* const value = makeValue();
        name->setForegroundRole(QPalette::PlaceholderText);
        m_grid->addWidget(name, static_cast<int>(m_rows.size()), 0);
        m_grid->addWidget(value, static_cast<int>(m_rows.size()), 1);
        m_rows.append(qMakePair(name, value));
    }
    paintFacts();
}

QLabel* FactTable::makeValue()
{
    const qsizetype row = m_rows.size();
    auto* const value = new QLabel(this);
    value->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::LinksAccessibleByMouse);
    value->setFont(monospaceFont());
    connect(value, &QLabel::linkActivated, this, [this, row] {
        if (row < m_facts.size() && m_facts[row].action)
            std::function<void()>(m_facts[row].action)(); // a copy: the facts may change by it
    });
    auto* const copy = new QAction(tr("Copy"), value);
    connect(copy, &QAction::triggered, this, [this, row] {
        if (row < m_facts.size())
            QGuiApplication::clipboard()->setText(m_facts[row].value);
    });
    value->addAction(copy);
    // Qt's own menu of actions would be part of a call that the label may not outlive: the table is made anew
    // with another theme or language.
    value->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(value, &QWidget::customContextMenuRequested, value, [value](const QPoint& at) {
        auto* const menu = new QMenu(value);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->addActions(value->actions());
        menu->popup(value->mapToGlobal(at));
    });
    return value;
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
        const bool isLink = !m_facts[i].link.isEmpty();
        isLink ? makeRich(*value) : value->setTextFormat(Qt::PlainText);
        value->setText(isLink ? m_facts[i].value.toHtmlEscaped() + QStringLiteral(" <a href=\"#\">")
                    + m_facts[i].link.toHtmlEscaped() + QStringLiteral("</a>")
                              : m_facts[i].value);
        const bool isName = !isLink && m_facts[i].value.size() > kLongestNumber;
        value->setSizePolicy(isName ? QSizePolicy::Ignored : QSizePolicy::Preferred, QSizePolicy::Preferred);
        value->setMinimumWidth(isName ? 1 : 0);
        value->setToolTip(m_facts[i].remark.isEmpty() && isName ? m_facts[i].value : m_facts[i].remark);
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
    QMetaObject::invokeMethod(this, &FactTable::elideNames, Qt::QueuedConnection);
}

void FactTable::elideNames()
{
    for (qsizetype i = 0; i < std::min(m_rows.size(), m_facts.size()); ++i) {
        QLabel* const value = m_rows[i].second;
        if (value->sizePolicy().horizontalPolicy() == QSizePolicy::Ignored)
            value->setText(
                value->fontMetrics().elidedText(m_facts[i].value, Qt::ElideMiddle, value->width()));
    }
    m_hint->setText(m_hint->fontMetrics().elidedText(m_hintText, Qt::ElideRight, m_hint->width()));
}

void FactTable::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    // The grid has moved its labels by then.
    QMetaObject::invokeMethod(this, &FactTable::elideNames, Qt::QueuedConnection);
}

void FactTable::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange) {
        paintSide();
        if (!m_rows.isEmpty())
            paintFacts();
    }
    QWidget::changeEvent(event);
}

namespace {

class FactArea : public QScrollArea {
public:
    FactArea(QWidget* parent, const QList<FactTable*>& tables, int firstShare)
        : QScrollArea(parent)
        , m_grid(new QGridLayout)
        , m_tables(tables)
        , m_firstShare(firstShare)
    {
        setWidgetResizable(true);
        setFrameShape(QFrame::NoFrame);
        auto* const body = new QWidget;
        body->setBackgroundRole(QPalette::Base);
        auto* const column = new QVBoxLayout(body);
        column->setContentsMargins(0, 0, 0, 0);
        m_grid->setSpacing(1);
        column->addLayout(m_grid);
        column->addStretch(1);
        setWidget(body);
        place(m_tables, static_cast<int>(m_tables.size()));
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QScrollArea::resizeEvent(event);
        placeAsFits();
    }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        // The facts have changed, and with them the widths of the tables, or which of them are there.
        if (watched == widget() && event->type() == QEvent::LayoutRequest)
            placeAsFits();
        return QScrollArea::eventFilter(watched, event);
    }

private:
    void placeAsFits()
    {
        QList<FactTable*> shown = m_tables;
        shown.removeIf([](const FactTable* table) { return table->isHidden(); });
        int fitting = std::max(1, static_cast<int>(shown.size()));
        while (fitting > 1 && widthOf(shown, fitting) > viewport()->width())
            --fitting;
        if (fitting != m_across || shown != m_placed)
            place(shown, fitting);
    }

    [[nodiscard]] int widthOf(const QList<FactTable*>& tables, int across) const
    {
        int width = (across - 1) * m_grid->spacing();
        for (int column = 0; column < across; ++column) {
            int widest = 0;
            for (qsizetype i = column; i < tables.size(); i += across)
                widest = std::max(widest, tables[i]->minimumSizeHint().width());
            width += widest;
        }
        return width;
    }

    void place(const QList<FactTable*>& tables, int across)
    {
        m_across = across;
        m_placed = tables;
        for (int i = 0; i < m_tables.size(); ++i) {
            m_grid->removeWidget(m_tables[i]);
            m_grid->setColumnStretch(i, i >= across ? 0 : i == 0 ? m_firstShare : 1);
        }
        for (int i = 0; i < tables.size(); ++i) {
            // The last one takes what its row has left.
            const int span = i + 1 == tables.size() ? across - i % across : 1;
            m_grid->addWidget(tables[i], i / across, i % across, 1, span, Qt::AlignTop);
        }
    }

    QGridLayout* m_grid;
    QList<FactTable*> m_tables, m_placed;
    int m_firstShare, m_across = 0;
};

} // namespace

void layOutFactTables(QWidget* page, const QList<FactTable*>& tables, int firstShare)
{
    auto* const area = new FactArea(page, tables, firstShare);
    area->setAccessibleName(page->accessibleName());
    auto* const column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(area);
}

} // namespace dumpscope::gui
