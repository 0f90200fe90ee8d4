// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trend/trend_run.h"

namespace dumpscope::core {

/// Which rows of a run are its loss: outputs with "loss" in their names (modules, functions, rows of the
/// monitor); where there is none, scalar outputs of loss functions of other names (`cross_entropy`,
/// `kl_div`). The run must outlive it. Thread-safe.
class LossRows {
public:
    explicit LossRows(const TrendRun& run);
    [[nodiscard]] bool isEmpty() const;
    [[nodiscard]] bool contains(const TrendRow& row) const;

private:
    /// An output of a loss function, of one element.
    [[nodiscard]] bool isComputedLoss(const TrendRow& row) const;

    const TrendRun& m_run;
    bool m_isNamed; ///< some row is called so
};

} // namespace dumpscope::core
