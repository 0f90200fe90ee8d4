// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/targets/golden_group_panel_base.h"

#include "common/spacing.h"

#include <QHBoxLayout>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <utility>

namespace dumpscope::gui {

namespace {

constexpr int kLaterMs = 300; ///< rows arrive faster than a page is worth

} // namespace

GoldenGroupPanel::GoldenGroupPanel(Workbench& workbench)
    : ComparisonPanel(workbench)
    , m_message(new MessagePage(this))
    , m_pages(new QStackedLayout)
{
    m_later.setSingleShot(true);
    m_later.setInterval(kLaterMs);
    connect(&m_later, &QTimer::timeout, this, &GoldenGroupPanel::refresh);
    connect(&m_comparisons, &Comparisons::added, this, [this](ComparisonDocument* document) {
        watch(document);
        later();
    });
    connect(&m_comparisons, &Comparisons::removed, this, &GoldenGroupPanel::later);
}

void GoldenGroupPanel::layOut(QHBoxLayout* bar, QWidget* page)
{
    m_page = page;
    bar->setContentsMargins(scaledMargins(kLarge, kSmall, kSmall, kSmall));
    m_pages->addWidget(m_message);
    m_pages->addWidget(page);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addLayout(m_pages, 1);
    setMinimumSize(scaled(160), scaled(120));
    setFocusProxy(page);
    for (ComparisonDocument* const document : m_comparisons.all())
        watch(document);
}

void GoldenGroupPanel::watch(ComparisonDocument* document)
{
    connect(document, &ComparisonDocument::pairsReplaced, this, &GoldenGroupPanel::later);
}

bool GoldenGroupPanel::isSettled() const
{
    return !m_later.isActive() && (!m_making.task() || m_making.task()->isOver());
}

void GoldenGroupPanel::later()
{
    if (!m_later.isActive())
        m_later.start();
}

void GoldenGroupPanel::showEvent(QShowEvent* event)
{
    ComparisonPanel::showEvent(event);
    refresh();
}

void GoldenGroupPanel::refresh()
{
    m_later.stop();
    if (!isVisible())
        return;
    const GoldenGroup group = goldenGroupOf(m_comparisons);
    if (group.tables.empty() || pairs()->rows() == 0) {
        m_making.cancel();
        cleared();
        showSentence(shown() && shown()->isOver() ? tr("Nothing could be paired.") : purpose());
        m_isFilled = false;
        return;
    }
    // What is not there yet is not missing.
    if (!m_isFilled)
        m_message->show(tr("The runs are being put side by side."), {});
    fill(group);
}

void GoldenGroupPanel::showPage()
{
    m_pages->setCurrentWidget(m_page);
    m_isFilled = true;
}

void GoldenGroupPanel::showSentence(
    const QString& sentence, const QString& link, std::function<void()> action)
{
    m_message->show(sentence, link, std::move(action));
    m_pages->setCurrentWidget(m_message);
    m_isFilled = true;
}

} // namespace dumpscope::gui
