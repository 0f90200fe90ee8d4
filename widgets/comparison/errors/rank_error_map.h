// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "async/task_runner.h"
#include "compare/layout/rank_errors.h"
#include "comparison/errors/error_map.h"

#include <memory>

namespace dumpscope::gui {

/// What every rank (rows) is off by in every layer (columns): the largest error of a part. Hidden below two
/// ranks or two layers.
class RankErrorMap : public ErrorMap {
    Q_OBJECT
public:
    explicit RankErrorMap(TaskRunner& tasks, QWidget* parent);

    /// Sums up in the background. Null: nothing is shown.
    void setPairs(std::shared_ptr<const core::PairTable> pairs);
    void setErrors(std::shared_ptr<const core::PairTable> pairs, core::RankErrors errors);
    void retranslate();
    [[nodiscard]] bool isSettled() const { return !m_summing.task() || m_summing.task()->isOver(); }

signals:
    void pairChosen(quint64 row);

protected:
    void choose(const Place& place) override;
    void changeEvent(QEvent* event) override;

private:
    void show();
    void measureHeight();
    [[nodiscard]] QString moduleName(std::size_t module) const;
    [[nodiscard]] QStringList shortNames() const;
    [[nodiscard]] QString describeCell(const Place& place) const;

    TaskRunner& m_tasks;
    std::shared_ptr<const core::PairTable> m_pairs; ///< that m_errors is of
    core::RankErrors m_errors;
    LatestOnly m_summing;
};

} // namespace dumpscope::gui
