// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolBar>

class QToolButton;

namespace dumpscope::gui {

class ActionRegistry;
class GoToField;

/// What is chosen most: back, open, the arrangements, what diverges first, the palette.
class WindowToolBar : public QToolBar {
    Q_OBJECT
public:
    explicit WindowToolBar(ActionRegistry& actions, QWidget* parent = nullptr);
    /// Texts go, one after the other, in a narrow window (docs/window.md 3.5).
    void fitInto(int width);
    void retranslate();

private:
    QToolButton* add(const char* action, Qt::ToolButtonStyle style);

    ActionRegistry& m_actions;
    QToolButton *m_open, *m_divergence;
    GoToField* m_goTo;
};

} // namespace dumpscope::gui
