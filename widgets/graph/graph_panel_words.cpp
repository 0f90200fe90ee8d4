// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_panel.h"

#include "common/core_sentences.h"
#include "common/name_elision.h"
#include "common/plain_text.h"
#include "graph/graph_halves.h"
#include "graph/node_search_field.h"
#include "kit/message_page.h"
#include "kit/notice_bar.h"

#include <QComboBox>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalBlocker>
#include <QStackedLayout>
#include <QToolButton>

#include <algorithm>

// What the panel says: names of its buttons, the choice of graphs, where one is.
namespace dumpscope::gui {

namespace {
constexpr std::uint32_t kHops[] = {1, 2, 3, 5, 8};
} // namespace

QWidget* GraphPanel::filterField() const
{
    return m_search->field();
}

bool GraphPanel::isSettled() const
{
    return m_halves->isSettled();
}

QStringList GraphPanel::tabNames() const
{
    return {QStringLiteral("target graph"), QStringLiteral("both graphs"), QStringLiteral("durations")};
}

bool GraphPanel::showTab(const QString& name)
{
    if (name == QLatin1String("durations")) {
        setColours(NodeColours::Durations);
        return true;
    }
    const bool isBoth = name == QLatin1String("both graphs");
    if (!isBoth && name != QLatin1String("target graph"))
        return false;
    m_halves->showBoth(isBoth);
    return isBoth == m_halves->isBoth();
}

void GraphPanel::retranslate()
{
    if (!m_halves->layouter().hasProgram())
        m_notice->show(tr("Graphviz is not installed: the graph is laid out in plain layers. Install the "
                          "package graphviz for smoother edges."),
            {});
    m_files->setAccessibleName(tr("Graph file"));
    m_graphs->setAccessibleName(tr("Graph of the file"));
    const auto name
        = [this](QToolButton* button, const QString& text, const QString& tip, const char* action) {
              button->setText(text);
              const QAction* const known = action ? m_workbench.actions.action(action) : nullptr;
              const QString key = known ? known->shortcut().toString(QKeySequence::NativeText) : QString();
              button->setToolTip(key.isEmpty() ? tip : tip + QStringLiteral(" (") + key + QLatin1Char(')'));
              button->setAccessibleName(tip);
          };
    name(m_both, tr("Both graphs"), tr("Target and golden beside each other"), nullptr);
    name(m_inputs, tr("Inputs"), tr("Everything the chosen node depends on"), "graph.follow_inputs");
    name(m_outputs, tr("Outputs"), tr("Everything that depends on the chosen node"), "graph.follow_outputs");
    name(m_foldAll, tr("Fold all"), tr("Fold every scope"), nullptr);
    name(m_verdicts, tr("Verdicts"), tr("Verdicts, NaN and overflow on the nodes"), nullptr);
    name(m_durations, tr("Durations"), tr("Nodes coloured by their share of the total duration"), nullptr);
    name(m_values, tr("Edge values"), tr("Types and values on the edges"), nullptr);
    name(m_helpers, tr("Helper nodes"),
        tr("Load, UpdateState, Depend, MakeTuple and monads, which compute nothing"), nullptr);
    name(m_map, tr("Map"), tr("Overview map"), "graph.overview_map");
    name(m_fit, tr("Fit"), tr("Show the whole graph"), "graph.fit");
    name(m_export, tr("Export…"), tr("Export as PNG, SVG or dot…"), nullptr);
    QMenu* const menu = m_hops->menu();
    menu->clear();
    for (const std::uint32_t hops : kHops)
        menu->addAction(tr("%n hops", nullptr, static_cast<int>(hops)), this, [this, hops] { focus(hops); });
    menu->addSeparator();
    menu->addAction(tr("Everything"), this, [this] { m_shown.showEverything(); });
    showChoices();
    showPage();
    showCrumb();
    showState();
    emit titleChanged();
}

void GraphPanel::showPage()
{
    m_pages->setCurrentIndex(hasGraph() ? 1 : 0);
    if (hasGraph())
        return;
    const OpenedRoot* const root = m_shown.root();
    if (!root || !root->index())
        m_message->show(tr("Nothing here yet. Choose something in Dumps."), {});
    else if (m_shown.isLoading() || m_shown.error())
        m_message->show(m_shown.whyNone(), {});
    else
        m_message->show(m_shown.whyNone(), tr("Open an .ir, .pb, .onnx or ge_proto file"),
            [this] { m_workbench.actions.trigger("file.open"); });
}

void GraphPanel::showChoices()
{
    const QSignalBlocker quietFiles(m_files), quietGraphs(m_graphs);
    m_files->clear();
    m_graphs->clear();
    if (!hasGraph())
        return;
    const LoadedGraph& loaded = *m_shown.loaded();
    for (const core::GraphCandidate& candidate : loaded.candidates) {
        const QString path = QString::fromStdString(candidate.path);
        m_files->addItem(QFileInfo(path).fileName());
        const int at = m_files->count() - 1;
        m_files->setItemData(
            at, QString(path + QLatin1Char('\n') + coreWords(candidate.reason)), Qt::ToolTipRole);
        if (!candidate.readable)
            m_files->setItemText(at, tr("%1 (unreadable)").arg(QFileInfo(path).fileName()));
    }
    m_files->setCurrentIndex(static_cast<int>(loaded.candidate));
    m_files->setToolTip(m_files->currentData(Qt::ToolTipRole).toString());
    for (std::size_t number = 0; number < loaded.parts.size(); ++number) {
        const core::Graph& graph = loaded.graph(number);
        const QString name
            = graph.name.empty() ? tr("Graph %1").arg(number) : QString::fromStdString(graph.name);
        m_graphs->addItem(name, static_cast<int>(number));
        m_graphs->setItemData(m_graphs->count() - 1,
            tr("%n nodes", nullptr, static_cast<int>(graph.nodes().size())), Qt::ToolTipRole);
    }
    m_graphs->setCurrentIndex(static_cast<int>(m_shown.number()));
    m_graphs->setVisible(loaded.parts.size() > 1);
}

void GraphPanel::showCrumb()
{
    QString text;
    if (hasGraph() && m_shown.current()) {
        // The beginning gives way where there is no room.
        QFont bold = m_crumb->font();
        bold.setBold(true);
        const QFontMetrics metrics(m_crumb->font());
        const QString between = QStringLiteral(" › ");
        int room = m_crumb->width() - metrics.horizontalAdvance(QStringLiteral("…") + between);
        const QString own
            = cutName(m_shown.nameOf(*m_shown.current()), QFontMetrics(bold), std::max(room, 0));
        room -= QFontMetrics(bold).horizontalAdvance(own);
        const auto link = [this](const ShownGraph::Item& item) {
            const QString name = m_shown.nameOf(item).toHtmlEscaped();
            return QStringLiteral("<a href=\"#%1\" style=\"color:%2;text-decoration:none\">%3</a>")
                .arg(item.index)
                .arg(Theme::of(this).color(Token::Secondary).name(), name);
        };
        text = QStringLiteral("<b>") + own.toHtmlEscaped() + QStringLiteral("</b>");
        for (std::uint32_t scope = m_shown.tree().parentOf(*m_shown.current());
             scope != core::ScopeTree::kNone; scope = m_shown.tree().scope(scope).parent) {
            room -= metrics.horizontalAdvance(m_shown.nameOf({true, scope}) + between);
            text.prepend((room < 0 ? QStringLiteral("…") : link({true, scope})) + between);
            if (room < 0)
                break;
        }
    }
    makeRich(*m_crumb);
    m_crumb->setText(text);
}

void GraphPanel::showState()
{
    const QSignalBlocker a(m_inputs), b(m_outputs), c(m_values), d(m_map), e(m_hops), f(m_both),
        g(m_verdicts), h(m_durations), helpers(m_helpers);
    m_both->setEnabled(m_workbench.comparisons.current() != nullptr);
    m_both->setChecked(m_halves->isBoth());
    m_inputs->setChecked(m_canvas->followed() == GraphCanvas::Direction::Inputs);
    m_outputs->setChecked(m_canvas->followed() == GraphCanvas::Direction::Outputs);
    const bool isTimed = m_shown.hasDurations() || m_goldenCanvas->shown().hasDurations();
    m_durationsThere->setVisible(isTimed);
    m_durations->setChecked(isTimed && m_canvas->wantsDurations());
    m_verdicts->setChecked(!m_durations->isChecked() && m_canvas->colours() == NodeColours::Verdicts);
    m_values->setChecked(m_canvas->hasEdgeValues());
    m_helpersThere->setVisible(m_shown.hasHelpers());
    m_helpers->setChecked(m_shown.areHelpersShown());
    m_map->setChecked(m_canvas->isMapVisible());
    m_hops->setChecked(m_shown.focusHops().has_value());
    m_hops->setText(tr("%n hops", nullptr, static_cast<int>(m_shown.focusHops().value_or(kUsualHops))));
    m_hops->setProperty("action", QByteArray("graph.focus_hops"));
    m_hops->setToolTip(tr("Only what is near the chosen node"));
    m_zoom->setText(QStringLiteral("%1 %").arg(qRound(m_canvas->view().zoom() * 100), 3));
}

} // namespace dumpscope::gui
