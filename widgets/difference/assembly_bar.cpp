// SPDX-License-Identifier: GPL-3.0-or-later
#include "difference/assembly_bar.h"

#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/fonts.h"
#include "common/icons.h"
#include "common/spacing.h"
#include "compare/layout/assembled_elements.h"
#include "difference/rank_legend.h"
#include "kit/cut_label.h"
#include "tensor/element_text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

#include <set>

namespace dumpscope::gui {

namespace {

constexpr int kCompositionLeast = 96;

std::optional<std::int64_t> rankOf(const TensorRef& tensor)
{
    return tensor.root->index()->factsOf(tensor.id).rank;
}

} // namespace

AssemblyBar::AssemblyBar(Workbench& workbench, DifferenceDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_document(document)
    , m_composition(new CutLabel(this))
    , m_origin(new CutLabel(this))
    , m_legend(new RankLegend(this))
    , m_open(new QToolButton(this))
{
    for (QLabel* label : {m_composition, m_origin})
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    // The element has room before what the whole is put together from; its index is no longer elsewhere.
    m_composition->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_composition->setMinimumWidth(scaled(kCompositionLeast));
    m_origin->setMinimumWidth(1);
    m_origin->setFont(monospaceFont());
    m_origin->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_open->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_open->setIcon(icon("tensor"));
    m_open->setAutoRaise(true);
    m_open->setFocusPolicy(Qt::TabFocus);
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(scaledMargins(kLarge, kTiny, kLarge, kTiny));
    row->setSpacing(scaled(kLarge));
    row->addWidget(m_composition, 1);
    row->addWidget(m_legend);
    row->addWidget(m_origin);
    row->addWidget(m_open);
    connect(m_open, &QToolButton::clicked, this, [this] {
        const auto& probe = m_document.target().probe();
        const auto origins = probe ? m_document.originsOf(*probe) : std::vector<PartOrigin>();
        if (origins.size() == 1)
            open(origins.front());
    });
    connect(m_legend, &RankLegend::chosen, this, &AssemblyBar::openRank);
    using Document = DifferenceDocument;
    connect(&document, &Document::stageChanged, this, &AssemblyBar::refresh);
    connect(&document, &Document::probeChanged, this, &AssemblyBar::refreshOrigin);
    connect(&document, &Document::pointedChanged, this, &AssemblyBar::refreshOrigin);
    refresh();
}

void AssemblyBar::refresh()
{
    const core::Assembly* const assembly = m_document.assembly();
    if (m_document.stage() == DifferenceDocument::Stage::Loading)
        return; // the pair before stays in sight
    setVisible(assembly != nullptr);
    if (!assembly)
        return;
    const core::DumpIndex& index = *m_document.partsSide().root->index();
    const QString composed = coreWords(core::compositionText(*assembly, index));
    const QString words
        = assembly->isOfGolden ? tr("Golden: %1").arg(composed) : tr("Target: %1").arg(composed);
    m_composition->setText(words);
    std::set<std::int64_t> ranks;
    for (std::size_t number = 0; number < assembly->partsUsed(); ++number) {
        if (const auto rank = index.factsOf(assembly->parts[number].id).rank)
            ranks.insert(*rank);
    }
    m_legend->setRanks(assembly->isAdded() || ranks.size() < 2
            ? std::vector<std::int64_t>()
            : std::vector<std::int64_t>(ranks.begin(), ranks.end()));
    m_composition->setToolTip(words + QLatin1Char('\n') + coreWords(core::assemblyText(*assembly, index)));
    refreshOrigin();
}

void AssemblyBar::retranslate()
{
    refresh();
}

void AssemblyBar::refreshOrigin()
{
    const core::Assembly* const assembly = m_document.assembly();
    if (!assembly)
        return;
    const auto& probe = m_document.target().probe();
    const auto& shown = m_document.pointed() ? m_document.pointed() : probe;
    QString words;
    if (shown)
        words = (assembly->isOfGolden ? tr("target %1: %2") : tr("golden %1: %2"))
                    .arg(indexText(*shown), originWords(m_document.originsOf(*shown)));
    m_origin->setText(words);
    m_origin->setToolTip(words);
    m_origin->setAccessibleName(words);

    const auto origins = probe ? m_document.originsOf(*probe) : std::vector<PartOrigin>();
    m_open->setEnabled(!origins.empty());
    if (QMenu* const menu = m_open->menu()) {
        m_open->setMenu(nullptr);
        menu->deleteLater();
    }
    m_open->setPopupMode(QToolButton::DelayedPopup);
    const auto rank = origins.size() == 1 ? rankOf(origins.front().tensor) : std::nullopt;
    m_open->setText(origins.size() > 1 ? tr("Open a part")
            : rank                     ? tr("Open rank %1's tensor").arg(*rank)
                                       : tr("Open the part"));
    if (origins.size() <= 1)
        return;
    auto* const menu = new QMenu(m_open);
    for (const PartOrigin& origin : origins) {
        connect(menu->addAction(coreWords(origin.text)), &QAction::triggered, this,
            [this, origin] { open(origin); });
    }
    m_open->setMenu(menu);
    m_open->setPopupMode(QToolButton::InstantPopup);
}

void AssemblyBar::open(const PartOrigin& origin)
{
    m_workbench.selection.select(origin.tensor);
    m_workbench.selection.setElement(origin.index);
    m_workbench.actions.trigger("view.dock.3");
}

void AssemblyBar::openRank(qint64 rank)
{
    const core::Assembly* const assembly = m_document.assembly();
    for (std::size_t number = 0; assembly && number < assembly->parts.size(); ++number) {
        const TensorRef part {m_document.chosenTarget().root, assembly->parts[number].id};
        if (rankOf(part) != rank)
            continue;
        m_workbench.selection.select(part);
        m_workbench.actions.trigger("view.dock.3");
        return;
    }
}

PlaneBands AssemblyBar::bands() const
{
    const core::Assembly* const assembly = m_document.assembly();
    if (!assembly || !assembly->axis)
        return {};
    const core::PlaneSpec& plane = m_document.target().plane();
    const core::Shape& shape = m_document.target().shape();
    const std::size_t axis = *assembly->axis;
    const bool isShown = axis < shape.size() && (axis == plane.rowAxis || axis == plane.columnAxis);
    // Places of several axes taken together are no rows and no columns.
    if (!isShown || shape[axis] != assembly->shape[assembly->along])
        return {};
    PlaneBands bands;
    bands.ofRows = axis != plane.columnAxis;
    const Theme& theme = Theme::of(this);
    for (const core::PartRun& run : core::partRuns(*assembly)) {
        QColor colour;
        if (run.part) {
            const auto rank = rankOf({m_document.partsSide().root, assembly->parts[*run.part].id});
            colour = rankColour(rank ? static_cast<std::uint64_t>(*rank) : *run.part, theme);
        }
        bands.bands.push_back({run.first, run.count, colour});
    }
    return bands.bands.size() > 1 ? bands : PlaneBands();
}

} // namespace dumpscope::gui
