// SPDX-License-Identifier: GPL-3.0-or-later
#include "kit/notice_bar.h"

#include "common/icon_label.h"
#include "common/icons.h"
#include "common/spacing.h"
#include "common/theme.h"
#include "kit/cut_label.h"

#include <QLabel>
#include <QPainter>

#include <utility>

namespace dumpscope::gui {

NoticeBar::NoticeBar(QWidget* parent)
    : QToolBar(parent)
    , m_label(new CutLabel(this))
{
    setObjectName(QStringLiteral("notice-line")); // kept layouts have a bar "notice" on top
    setMovable(false);
    setAutoFillBackground(true); // it may cover something
    setContextMenuPolicy(Qt::PreventContextMenu);
    m_label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    // A tool bar has no room for who ignores his own; the sentence gives way, the buttons stay.
    m_label->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_label->setMinimumWidth(1);
    m_label->setContentsMargins(scaledMargins(4, 0, 4, 0));
    m_label->setFocusPolicy(Qt::NoFocus); // its text is announced by the bar
    auto* const mark = new IconLabel(icon("info", Token::Accent), 16, this);
    mark->setContentsMargins(scaledMargins(6, 0, 0, 0));
    addWidget(mark);
    addWidget(m_label);
    m_action = addAction(QString(), this, [this] { leave(m_run); });
    m_close = addAction(icon("close"), QString(), this, [this] { leave(m_dismissed); });
    hide();
}

void NoticeBar::paintEvent(QPaintEvent* event)
{
    QToolBar::paintEvent(event);
    QPainter painter(this);
    painter.setPen(Theme::of(this).color(Token::Accent));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void NoticeBar::leave(const std::function<void()>& done)
{
    const auto now = done; // it may show another sentence
    const auto next = std::exchange(m_next, {});
    hide();
    if (now)
        now();
    if (next)
        next();
}

void NoticeBar::showAfter(const QString& sentence, const QString& action, std::function<void()> run,
    std::function<void()> dismissed)
{
    if (!isVisibleTo(parentWidget()))
        return show(sentence, action, std::move(run), std::move(dismissed));
    m_next = [this, sentence, action, run, dismissed] { show(sentence, action, run, dismissed); };
}

void NoticeBar::show(const QString& sentence, const QString& action, std::function<void()> run,
    std::function<void()> dismissed)
{
    m_run = std::move(run);
    m_dismissed = std::move(dismissed);
    m_label->setText(sentence);
    m_label->setToolTip(sentence);
    setAccessibleName(sentence);
    m_action->setText(action);
    m_action->setVisible(!action.isEmpty());
    m_close->setToolTip(tr("Close"));
    QToolBar::show();
}

QString NoticeBar::text() const
{
    return m_label->text();
}

} // namespace dumpscope::gui
