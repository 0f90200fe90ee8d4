// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison/comparisons.h"
#include "kit/panel.h"

#include <memory>

namespace dumpscope::gui {

/// A panel about the comparison in front. It hears of it through the functions below, of no other one; a
/// constructor ends with begin().
class ComparisonPanel : public Panel {
    Q_OBJECT
public:
    explicit ComparisonPanel(Workbench& workbench);

    /// The line that computes the comparison.
    [[nodiscard]] QString commandLine() const override;
    [[nodiscard]] CommandGap commandGap() const override;

protected:
    /// Calls retranslate() and showComparison(), and follows both from now on.
    void begin();
    /// Null: there is none.
    [[nodiscard]] ComparisonDocument* shown() const { return m_shown; }
    /// The rows known by now; null where there is no comparison or its pairing is not done.
    [[nodiscard]] std::shared_ptr<const core::PairTable> pairs() const;
    /// The chosen pair, while it is a row of pairs().
    [[nodiscard]] std::optional<std::size_t> pair() const;

    /// The language is another one.
    virtual void retranslate() = 0;
    /// Another comparison is in front, or none.
    virtual void showComparison() = 0;
    /// Rows were added, or other rows or verdicts are there.
    virtual void pairsChanged(bool isGrown) { static_cast<void>(isGrown); }
    virtual void stateChanged() { }
    /// The command line is another one, and nothing else.
    virtual void filesNamed() { }
    virtual void suspicionChanged() { }
    virtual void divergenceChanged() { }
    /// Another pair is chosen, or none.
    virtual void pairChanged() { }

    void changeEvent(QEvent* event) override;

    Workbench& m_workbench;
    Comparisons& m_comparisons;

private:
    void follow();

    QPointer<ComparisonDocument> m_shown;
    std::unique_ptr<QObject> m_following; ///< what m_shown notifies; a panel may watch it for itself besides
};

/// What the command line of a comparison leaves out.
[[nodiscard]] Panel::CommandGap commandGapOf(const ComparisonSetup& setup);

} // namespace dumpscope::gui
