// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/actions.h"
#include "documents/selection.h"

#include <QJsonObject>
#include <QWidget>

namespace dumpscope::gui {

class Annotations;
class Comparisons;
class Preferences;
class ProblemList;
class ShownGraph;

/// The services every panel works with; they outlive all panels.
struct Workbench {
    Session& session;
    Selection& selection;
    TaskRunner& tasks;
    ActionRegistry& actions;
    ProblemList& problems;
    Annotations& annotations;
    Comparisons& comparisons;
    ShownGraph& graph;
    const Preferences* preferences = nullptr; ///< null: everything is as usual
};

/// A dock's content. Shows its data as soon as there is some, never blocks, keeps no data of its own
/// beyond what is on screen.
class Panel : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    /// Dock title in the language of the window.
    [[nodiscard]] virtual QString title() const = 0;
    /// Count behind the title ("Problems 3"); 0 shows none.
    [[nodiscard]] virtual int badge() const { return 0; }
    /// Widgets for the right end of a lone dock's title.
    [[nodiscard]] virtual QList<QAction*> titleActions() const { return {}; }
    /// What Ctrl+F focuses; null if there is no filter line.
    [[nodiscard]] virtual QWidget* filterField() const { return nullptr; }
    /// Everything worth keeping in a workspace, and back. Unknown keys are ignored.
    [[nodiscard]] virtual QJsonObject saveView() const { return {}; }
    virtual void restoreView(const QJsonObject&) { }
    /// The `dumpscope-cli` line that prints what is on screen; empty if there is none.
    [[nodiscard]] virtual QString commandLine() const { return {}; }
    /// What the line leaves out, and the actions that save it; empty: nothing.
    struct CommandGap {
        QString sentence = {};
        QList<QByteArray> panels = {},
                          saves = {}; ///< actions that show where it is edited, and save it there
    };
    [[nodiscard]] virtual CommandGap commandGap() const { return {}; }
    /// Selects the tab (English title in lower case) inside this panel; false if it has none of that name.
    virtual bool showTab(const QString&) { return false; }
    /// What that takes.
    [[nodiscard]] virtual QStringList tabNames() const { return {}; }
    /// False while something it shows is still being read or computed (screenshots wait for it).
    [[nodiscard]] virtual bool isSettled() const { return true; }

signals:
    void titleChanged(); ///< title or badge
    void commandLineChanged();
    void frontWanted(); ///< what was asked for is to be seen in it
};

/// A kind of panel: `register_foo_panel(PanelRegistry&)` in foo_panel.cpp adds it.
struct PanelInfo {
    const char* id;   ///< English dock title in lower case, words joined by `-`: "tensor-view"
    const char* icon; ///< name for icon()
    std::function<Panel*(Workbench&)> create;
};

class PanelRegistry {
public:
    void add(PanelInfo info) { m_panels.push_back(std::move(info)); }
    [[nodiscard]] const std::vector<PanelInfo>& all() const { return m_panels; }

private:
    std::vector<PanelInfo> m_panels;
};

/// Every `*_panel.cpp`, alphabetically.
void registerBuiltinPanels(PanelRegistry& registry);

} // namespace dumpscope::gui
