// SPDX-License-Identifier: GPL-3.0-or-later
#include "async/due_timer.h"
#include "common/spacing.h"
#include "comparison/comparison_panel_base.h"
#include "graph/neighbourhood_view.h"
#include "kit/message_page.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedLayout>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

namespace dumpscope::gui {

namespace {

/// What feeds the operator of the chosen pair and what reads it, in the graph of either side.
class NeighbourhoodPanel : public ComparisonPanel {
    Q_OBJECT
public:
    explicit NeighbourhoodPanel(Workbench& workbench);

    QString title() const override { return tr("Neighbourhood"); }
    bool isSettled() const override { return graph().isSettled() && !m_due.isActive(); }
    QJsonObject saveView() const override { return {{QStringLiteral("golden"), m_isGolden}}; }
    void restoreView(const QJsonObject& saved) override
    {
        showSide(saved.value(QStringLiteral("golden")).toBool());
    }

protected:
    void showEvent(QShowEvent* event) override
    {
        ComparisonPanel::showEvent(event);
        want();
    }
    void hideEvent(QHideEvent* event) override
    {
        ComparisonPanel::hideEvent(event);
        want();
    }

private:
    void retranslate() override;
    void showComparison() override;
    void pairChanged() override { follow(); }
    void stateChanged() override { m_due.start(); }

    [[nodiscard]] const ShownGraph& graph() const { return m_isGolden ? m_golden : m_workbench.graph; }
    void build();
    void showSide(bool golden);
    void want();
    void follow();
    void refresh();
    void choose(const TensorRef& tensor);

    ShownGraph m_golden; ///< that of the target is the one the other panels show
    PortModel* m_targetPorts;
    PortModel* m_goldenPorts;
    QButtonGroup* m_sides;
    QWidget* m_bar;
    QLabel* m_reach;
    NeighbourhoodView* m_view;
    MessagePage* m_message;
    QStackedLayout* m_pages;
    DueTimer m_due; ///< marks and places of one choice arrive one after the other
    bool m_isGolden = false;
};

NeighbourhoodPanel::NeighbourhoodPanel(Workbench& workbench)
    : ComparisonPanel(workbench)
    , m_golden(workbench.session, workbench.selection, workbench.comparisons, workbench.tasks)
    , m_targetPorts(new PortModel(workbench.graph, this))
    , m_goldenPorts(new PortModel(m_golden, this))
    , m_sides(new QButtonGroup(this))
    , m_bar(new QWidget(this))
    , m_reach(new QLabel(m_bar))
    , m_view(new NeighbourhoodView(this))
    , m_message(new MessagePage(this))
    , m_pages(new QStackedLayout)
{
    m_due.setSingleShot(true);
    m_due.setInterval(0);
    connect(&m_due, &QTimer::timeout, this, &NeighbourhoodPanel::refresh);
    build();
    for (ShownGraph* graph : {&workbench.graph, &m_golden}) {
        for (const auto changed : {&ShownGraph::currentChanged, &ShownGraph::marksChanged})
            connect(graph, changed, this, [this] { m_due.start(); });
        connect(graph, &ShownGraph::graphChanged, this, &NeighbourhoodPanel::follow);
    }
    connect(m_sides, &QButtonGroup::idClicked, this, [this](int id) { showSide(id == 1); });
    connect(m_view, &NeighbourhoodView::chosen, this, &NeighbourhoodPanel::choose);
    connect(m_view, &NeighbourhoodView::opened, this,
        [this] { m_workbench.actions.trigger("item.reveal_graph"); });
    begin();
}

void NeighbourhoodPanel::build()
{
    auto* const line = new QHBoxLayout(m_bar);
    line->setContentsMargins(scaledMargins(kMedium, kTiny, kLarge, kTiny));
    for (int id = 0; id < 2; ++id) {
        auto* const button = new QToolButton(m_bar);
        button->setCheckable(true);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        m_sides->addButton(button, id);
        line->addWidget(button);
    }
    m_sides->button(0)->setChecked(true);
    m_reach->setForegroundRole(QPalette::PlaceholderText);
    line->addStretch(1);
    line->addWidget(m_reach);
    m_pages->addWidget(m_message);
    m_pages->addWidget(m_view);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addLayout(m_pages, 1);
    setMinimumSize(scaled(160), scaled(120));
}

void NeighbourhoodPanel::retranslate()
{
    m_sides->button(0)->setText(QStringLiteral("T  ") + tr("Target"));
    m_sides->button(1)->setText(QStringLiteral("G  ") + tr("Golden"));
    m_sides->button(0)->setToolTip(tr("In the graph of the target"));
    m_sides->button(1)->setToolTip(tr("In golden's graph"));
    m_reach->setText(tr("1 hop"));
    m_due.start();
    emit titleChanged();
}

void NeighbourhoodPanel::showComparison()
{
    OpenedRoot* const golden = shown() ? shown()->setup().golden.root.data() : nullptr;
    const bool hasTwo = golden && golden != shown()->setup().target.root;
    m_golden.holdTo(hasTwo ? golden : nullptr, false);
    m_bar->setVisible(hasTwo);
    if (!hasTwo)
        showSide(false);
    follow();
}

void NeighbourhoodPanel::showSide(bool golden)
{
    m_isGolden = golden;
    m_sides->button(golden ? 1 : 0)->setChecked(true);
    want();
    follow();
}

/// Graphs are read while somebody looks at them.
void NeighbourhoodPanel::want()
{
    m_workbench.graph.setWanted(this, isVisible() && !m_isGolden);
    m_golden.setWanted(this, isVisible() && m_isGolden);
}

/// The target's graph follows the selection by itself.
void NeighbourhoodPanel::follow()
{
    const TensorRef tensor = m_isGolden && shown() && pair() ? shown()->goldenOf(*pair()) : TensorRef();
    if (tensor.isValid() && m_golden.loaded() && tensor.root == m_golden.root()
        && tensor.id.value() < m_golden.loaded()->places.size()) {
        const LoadedGraph::Place place = m_golden.loaded()->places[tensor.id.value()];
        if (place.node.isValid() && place.number != m_golden.number())
            return m_golden.showNumber(place.number); // comes back here
        if (place.node.isValid())
            m_golden.choose({false, place.node.value()});
    }
    m_due.start();
}

void NeighbourhoodPanel::refresh()
{
    const bool hasPair = shown() && pair();
    auto around = hasPair ? neighbourhoodOf(graph(), m_isGolden ? *m_goldenPorts : *m_targetPorts)
                          : std::optional<Neighbourhood>();
    if (around) {
        m_view->setNeighbourhood(std::move(*around));
        return m_pages->setCurrentWidget(m_view);
    }
    m_message->show(!hasPair      ? tr("Select a pair to see what feeds its operator and what reads it.")
            : graph().isLoading() ? tr("Reading the graph.")
            : graph().loaded()    ? tr("The graph does not have this operator.")
            : graph().error()     ? graph().whyNone()
            : m_isGolden          ? tr("Golden has no graph.")
                                  : tr("The target has no graph."),
        {});
    m_pages->setCurrentWidget(m_message);
}

void NeighbourhoodPanel::choose(const TensorRef& tensor)
{
    const auto table = pairs();
    for (std::size_t row = 0; table && row < table->rows(); ++row) {
        const core::TensorPair& one = table->row(row).pair;
        if ((m_isGolden ? one.golden : one.target) == tensor.id)
            return m_comparisons.select(row);
    }
    m_workbench.selection.select(tensor);
}

} // namespace

void register_neighbourhood_panel(PanelRegistry& registry)
{
    registry.add({"neighbourhood", "graph",
        [](Workbench& workbench) -> Panel* { return new NeighbourhoodPanel(workbench); }});
}

} // namespace dumpscope::gui

#include "neighbourhood_panel.moc"
