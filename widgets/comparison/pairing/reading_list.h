// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/layout/assembly_readings.h"
#include "comparison/comparisons.h"
#include "comparison/pairing/assembly_edits.h"
#include "kit/sentence_list.h"

namespace dumpscope::gui {

/// How the chosen pair is put together, and other ways to read its parts with the error of each; links use
/// one of them or change it by hand. Hidden for pairs of one tensor.
class ReadingList : public SentenceList {
    Q_OBJECT
public:
    ReadingList(Comparisons& comparisons, TaskRunner& tasks, QWidget* parent);

    /// Looks again where the chosen pair is another one.
    void refresh();
    void clear();
    [[nodiscard]] bool isSettled() const { return !m_reading.task() || m_reading.task()->isOver(); }
    [[nodiscard]] const std::vector<core::Assembly>& others() const { return m_others; }
    void use(std::size_t other);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void show();

    Comparisons& m_comparisons;
    TaskRunner& m_tasks;
    std::optional<AssembledPair> m_of;
    std::vector<core::Assembly> m_others;
    LatestOnly m_reading;
};

} // namespace dumpscope::gui
