// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_halves.h"

#include "common/spacing.h"
#include "common/widget_changes.h"
#include "kit/panel.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

namespace dumpscope::gui {

GraphHalves::GraphHalves(Workbench& workbench, QWidget* parent)
    : QSplitter(Qt::Horizontal, parent)
    , m_workbench(workbench)
    , m_shown(workbench.graph)
    , m_golden(workbench.session, workbench.selection, workbench.comparisons, workbench.tasks)
    , m_canvas(new GraphCanvas(m_shown, workbench.tasks, m_layouter, this))
    , m_goldenCanvas(new GraphCanvas(m_golden, workbench.tasks, m_layouter, this))
    , m_link(new GraphLink({m_shown, *m_canvas}, {m_golden, *m_goldenCanvas}, workbench.comparisons, this))
    , m_targetStrip(new QLabel(this))
    , m_goldenStrip(new QLabel(this))
{
    m_canvas->setObjectName(QStringLiteral("graph"));
    m_goldenCanvas->setObjectName(QStringLiteral("golden-graph"));
    setChildrenCollapsible(false);
    addWidget(withStrip(m_canvas, m_targetStrip));
    m_goldenHalf = withStrip(m_goldenCanvas, m_goldenStrip);
    addWidget(m_goldenHalf);
    m_goldenHalf->hide();
    connect(m_goldenCanvas, &GraphCanvas::opened, this, [this](quint32 node) {
        if (const TensorRef tensor = m_golden.tensorOf(core::NodeId(node)); tensor.isValid())
            m_workbench.selection.open(tensor);
    });
    connect(&workbench.comparisons, &Comparisons::currentChanged, this, [this] {
        if (m_isBoth)
            showBoth(true);
    });
    keepTranslated(this, &GraphHalves::retranslate);
    onChange(this, {QEvent::PaletteChange}, [this] { retranslate(); });
}

QWidget* GraphHalves::withStrip(GraphCanvas* canvas, QLabel* strip)
{
    auto* const half = new QWidget(this);
    auto* const column = new QVBoxLayout(half);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    strip->setTextFormat(Qt::PlainText);
    strip->setContentsMargins(scaledMargins(kLarge, kTiny, kLarge, kTiny));
    strip->setAutoFillBackground(true);
    strip->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    strip->hide();
    column->addWidget(strip);
    column->addWidget(canvas, 1);
    return half;
}

void GraphHalves::showBoth(bool on)
{
    const ComparisonDocument* const comparison = m_workbench.comparisons.current();
    const bool wasBoth = m_isBoth;
    m_isBoth = on && comparison && comparison->setup().target.root && comparison->setup().golden.root;
    for (QWidget* part :
        {m_goldenHalf, static_cast<QWidget*>(m_targetStrip), static_cast<QWidget*>(m_goldenStrip)})
        part->setVisible(m_isBoth);
    if (m_isBoth) {
        m_shown.holdTo(comparison->setup().target.root, true);
        m_golden.holdTo(comparison->setup().golden.root, false);
    } else if (wasBoth) {
        m_shown.release();
    }
    m_golden.setWanted(this, m_isBoth && isVisible());
    m_link->setOn(m_isBoth);
    retranslate();
    emit bothChanged();
}

bool GraphHalves::isSettled() const
{
    return m_shown.isSettled() && m_golden.isSettled() && !m_canvas->isLayingOut()
        && !m_goldenCanvas->isLayingOut();
}

void GraphHalves::retranslate()
{
    m_canvas->setAccessibleName(tr("Graph"));
    m_goldenCanvas->setAccessibleName(tr("Golden graph"));
    const ComparisonDocument* const comparison = m_workbench.comparisons.current();
    const auto paint
        = [this](QLabel* strip, const QString& words, const OpenedRoot* root, Token fill, Token text) {
              strip->setText(words + QStringLiteral("   ") + (root ? root->title() : QString()));
              QPalette colours = strip->palette();
              colours.setColor(QPalette::Window, Theme::of(this).color(fill));
              colours.setColor(QPalette::WindowText, Theme::of(this).color(text));
              strip->setPalette(colours);
          };
    paint(m_targetStrip, QStringLiteral("T  ") + tr("Target"),
        comparison ? comparison->setup().target.root : nullptr, Token::TargetFill, Token::Target);
    paint(m_goldenStrip, QStringLiteral("G  ") + tr("Golden"),
        comparison ? comparison->setup().golden.root : nullptr, Token::GoldenFill, Token::Golden);
}

void GraphHalves::showEvent(QShowEvent* event)
{
    QSplitter::showEvent(event);
    m_golden.setWanted(this, m_isBoth);
}

void GraphHalves::hideEvent(QHideEvent* event)
{
    QSplitter::hideEvent(event);
    m_golden.setWanted(this, false);
}

} // namespace dumpscope::gui
