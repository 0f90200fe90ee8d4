// SPDX-License-Identifier: GPL-3.0-or-later
#include "kit/message_page.h"

#include "common/plain_text.h"
#include "kit/wrapped_label.h"

#include <QVBoxLayout>

namespace dumpscope::gui {

MessagePage::MessagePage(QWidget* parent)
    : QWidget(parent)
    , m_label(new WrappedLabel(this))
{
    setFocusProxy(m_label);
    m_label->setAlignment(Qt::AlignCenter);
    makeRich(*m_label);
    m_label->setTextInteractionFlags(
        Qt::LinksAccessibleByKeyboard | Qt::LinksAccessibleByMouse | Qt::TextSelectableByMouse);
    m_label->setForegroundRole(QPalette::PlaceholderText);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    connect(m_label, &QLabel::linkActivated, this, [this] {
        // It may show another page, which has another action.
        if (const auto action = m_action)
            action();
    });
    auto* const layout = new QVBoxLayout(this);
    layout->addWidget(m_label);
}

void MessagePage::show(const QString& sentence, const QString& link, std::function<void()> action)
{
    m_action = std::move(action);
    QString text = sentence.toHtmlEscaped();
    if (!link.isEmpty())
        text += QStringLiteral(" <a href=\"#\">") + link.toHtmlEscaped() + QStringLiteral("</a>");
    m_label->setText(text);
    m_label->setAccessibleName(sentence);
}

QString MessagePage::text() const
{
    return m_label->text();
}

} // namespace dumpscope::gui
