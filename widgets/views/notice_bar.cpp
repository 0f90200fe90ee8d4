// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/notice_bar.h"

#include "common/icons.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace dumpscope::gui {

NoticeBar::NoticeBar(QWidget* parent)
    : QFrame(parent)
    , m_label(new QLabel(this))
    , m_action(new QToolButton(this))
    , m_close(new QToolButton(this))
{
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::AlternateBase);
    m_label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_close->setIcon(icon("close"));
    m_close->setAutoRaise(true);
    auto* const mark = new QLabel(this);
    const int side = fontMetrics().height();
    mark->setPixmap(icon("info", Token::Accent).pixmap(side, side));
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 2, 4, 2);
    layout->addWidget(mark);
    layout->addWidget(m_label, 1);
    layout->addWidget(m_action);
    layout->addWidget(m_close);
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
    connect(m_action, &QToolButton::clicked, this, [this] {
        hide();
        if (m_run)
            m_run();
    });
    hide();
}

void NoticeBar::show(const QString& sentence, const QString& action, std::function<void()> run)
{
    m_run = std::move(run);
    m_label->setText(sentence);
    m_label->setToolTip(sentence);
    m_action->setText(action);
    m_action->setVisible(!action.isEmpty());
    m_close->setToolTip(tr("Close"));
    m_close->setAccessibleName(m_close->toolTip());
    QFrame::show();
}

QString NoticeBar::text() const
{
    return m_label->text();
}

} // namespace dumpscope::gui
