// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison/comparisons.h"

#include <QToolBar>

class QToolButton;

namespace dumpscope::gui {

class ActionRegistry;
class SideLabel;

/// The line above the panels that says what is compared with what: target left, golden right, each in its
/// colour with its letter; the arrows between swap them. A dump dropped on a side takes its place. Several
/// comparisons are chosen here.
class SidesStrip : public QToolBar {
    Q_OBJECT
public:
    SidesStrip(Comparisons& comparisons, ActionRegistry& actions, QWidget* parent = nullptr);

signals:
    /// A folder or file was dropped on a side; the other one stays.
    void replaced(dumpscope::gui::OpenedRoot::Side side, const QString& path);

protected:
    void changeEvent(QEvent* event) override;

private:
    void update();
    void fillMenu();
    void retranslate();

    Comparisons& m_comparisons;
    SideLabel *m_target, *m_golden;
    QToolButton *m_swap, *m_choose;
    QPointer<ComparisonDocument> m_watched;
};

/// "rank 0 · step 3" of a restriction; empty where it takes everything.
[[nodiscard]] QString placeText(const core::SideRestriction& restriction);
/// The same of a rank and step, and of a run where there are several, without what the dump has but one of.
[[nodiscard]] QString placeText(const core::DumpIndex& index, const std::optional<std::int64_t>& rank,
    const std::optional<std::int64_t>& step, const std::string& run = {});

} // namespace dumpscope::gui
