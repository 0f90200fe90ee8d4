// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/comparison_panel_base.h"

#include "comparison/comparison_request.h"

#include <QEvent>

namespace dumpscope::gui {

ComparisonPanel::ComparisonPanel(Workbench& workbench)
    : m_workbench(workbench)
    , m_comparisons(workbench.comparisons)
{
}

QString ComparisonPanel::commandLine() const
{
    return m_shown ? comparisonCommand(m_shown->setup()) : QString();
}

Panel::CommandGap ComparisonPanel::commandGap() const
{
    return m_shown ? commandGapOf(m_shown->setup()) : CommandGap();
}

Panel::CommandGap commandGapOf(const ComparisonSetup& setup)
{
    const UnsavedSettings unsaved = unsavedSettings(setup);
    Panel::CommandGap gap {unsavedText(unsaved)};
    if (unsaved.pairing) {
        gap.panels.append("compare.pairing");
        gap.saves.append("pairing.save");
    }
    if (unsaved.limits) {
        gap.panels.append("compare.limits");
        gap.saves.append("limits.save");
    }
    return gap;
}

void ComparisonPanel::begin()
{
    connect(&m_comparisons, &Comparisons::currentChanged, this, &ComparisonPanel::follow);
    connect(&m_comparisons, &Comparisons::pairChanged, this, [this] { pairChanged(); });
    retranslate();
    follow();
}

std::shared_ptr<const core::PairTable> ComparisonPanel::pairs() const
{
    return m_shown ? m_shown->pairs() : nullptr;
}

std::optional<std::size_t> ComparisonPanel::pair() const
{
    const auto chosen = m_comparisons.pair();
    const auto table = pairs();
    return chosen && table && *chosen < table->rows() ? chosen : std::nullopt;
}

void ComparisonPanel::follow()
{
    m_following = std::make_unique<QObject>();
    m_shown = m_comparisons.current();
    if (m_shown) {
        const auto* const by = m_following.get();
        connect(m_shown, &ComparisonDocument::pairsGrew, by, [this] { pairsChanged(true); });
        connect(m_shown, &ComparisonDocument::pairsReplaced, by, [this] { pairsChanged(false); });
        connect(m_shown, &ComparisonDocument::stateChanged, by, [this] {
            stateChanged();
            emit commandLineChanged();
        });
        connect(m_shown, &ComparisonDocument::filesNamed, by, [this] {
            filesNamed();
            emit commandLineChanged();
        });
        connect(m_shown, &ComparisonDocument::suspicionChanged, by, [this] { suspicionChanged(); });
        connect(m_shown, &ComparisonDocument::divergenceChanged, by, [this] { divergenceChanged(); });
    }
    showComparison();
    emit commandLineChanged();
}

void ComparisonPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    Panel::changeEvent(event);
}

} // namespace dumpscope::gui
