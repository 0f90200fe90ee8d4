// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "async/task_runner.h"
#include "compare/layout/assembly_readings.h"
#include "comparison/comparisons.h"
#include "comparison/pairing/assembly_edits.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QListWidget;
class QPushButton;

namespace dumpscope::gui {

/// What the target of a pair is put together from, and how to change it: kind, axis, order of the parts. The
/// error of what is chosen is there before it is used; using it can be taken back, and the pairing file has
/// it when it is saved.
class AssemblyDialog : public QDialog {
    Q_OBJECT
public:
    /// Of a row of the comparison in front.
    AssemblyDialog(Comparisons& comparisons, TaskRunner& tasks, std::size_t row, QWidget* parent);

    /// Of the chosen pair, if there is one; beside the other windows.
    static void openFor(Comparisons& comparisons, TaskRunner& tasks, QWidget* parent);

    [[nodiscard]] core::AssemblyChoice choice() const;
    [[nodiscard]] QString answer() const;
    [[nodiscard]] bool isSettled() const { return !m_reading.task() || m_reading.task()->isOver(); }
    /// By one place, down with 1.
    void movePart(int by);

private:
    void fill();
    void refresh();
    void showAnswer();
    void use(bool asRule);
    [[nodiscard]] const core::Assembly* now() const;

    Comparisons& m_comparisons;
    TaskRunner& m_tasks;
    QPointer<ComparisonDocument> m_document;
    AssembledPair m_of;
    std::vector<core::TensorId> m_parts; ///< in the order of the list
    std::optional<core::Result<core::Assembly>> m_made;
    LatestOnly m_reading;
    QComboBox *m_kind, *m_axis, *m_turns;
    QListWidget* m_list;
    QLabel* m_answer;
    QPushButton *m_up, *m_down, *m_usePair, *m_useRule;
};

} // namespace dumpscope::gui
