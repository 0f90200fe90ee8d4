// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/graph_canvas.h"
#include "kit/panel.h"

#include <QEvent>

class QComboBox;
class QLabel;
class QStackedLayout;
class QToolBar;
class QToolButton;

namespace dumpscope::gui {

class GraphHalves;
class MessagePage;
class NodeSearchField;
class NoticeBar;

/// The graph of the selected dump: what feeds what, folded by scopes.
class GraphPanel : public Panel {
    Q_OBJECT
public:
    explicit GraphPanel(Workbench& workbench);

    QString title() const override { return tr("Graph"); }
    QWidget* filterField() const override;
    bool isSettled() const override;
    bool showTab(const QString& name) override;
    [[nodiscard]] QStringList tabNames() const override;
    QString commandLine() const override;
    QJsonObject saveView() const override;
    void restoreView(const QJsonObject& view) override;

protected:
    void changeEvent(QEvent* event) override
    {
        if (event->type() == QEvent::LanguageChange)
            retranslate();
        Panel::changeEvent(event);
    }
    void showEvent(QShowEvent* event) override
    {
        Panel::showEvent(event);
        m_wasShown = true;
        m_shown.setWanted(this, true);
        // What was chosen elsewhere meanwhile may stand in a folded scope.
        const auto& current = m_shown.current();
        if (current && !current->isScope && current != m_leftAt)
            m_canvas->ensureUnfoldedVisible(*current);
    }
    void resizeEvent(QResizeEvent* event) override
    {
        Panel::resizeEvent(event);
        showCrumb();
    }
    void hideEvent(QHideEvent* event) override
    {
        Panel::hideEvent(event);
        m_leftAt = m_shown.current();
        m_shown.setWanted(this, false);
    }

private:
    static constexpr std::uint32_t kUsualHops = 2;

    void build();
    void connectAll();
    void addActions();
    void retranslate();
    void showPage();
    void showChoices();
    void showCrumb();
    void showState();
    void showMenu(const QPoint& at);
    void unfoldAll();
    void focus(std::uint32_t hops);
    void open(core::NodeId node);
    void askForFile();
    void setColours(NodeColours colours);
    [[nodiscard]] bool hasGraph() const { return m_shown.loaded() != nullptr; }
    QToolButton* addButton(QToolBar& bar, const char* iconName, bool isCheckable);

    Workbench& m_workbench;
    ShownGraph& m_shown;
    GraphHalves* m_halves;
    GraphCanvas *m_canvas, *m_goldenCanvas;
    QToolButton* m_both = nullptr;
    MessagePage* m_message;
    NoticeBar* m_notice;
    QStackedLayout* m_pages;
    QComboBox *m_files, *m_graphs;
    QLabel *m_crumb, *m_zoom;
    QAction *m_durationsThere = nullptr, *m_helpersThere = nullptr; ///< show the buttons in their bar
    NodeSearchField* m_search;
    std::optional<ShownGraph::Item> m_leftAt; ///< chosen when the panel was last seen
    QJsonObject m_place;                      ///< of a workspace, until its graph is shown
    bool m_wasShown = false;
    QToolButton *m_inputs = nullptr, *m_outputs = nullptr, *m_hops = nullptr, *m_foldAll = nullptr,
                *m_verdicts = nullptr, *m_durations = nullptr, *m_values = nullptr, *m_helpers = nullptr,
                *m_map = nullptr, *m_fit = nullptr, *m_export = nullptr;
};

} // namespace dumpscope::gui
