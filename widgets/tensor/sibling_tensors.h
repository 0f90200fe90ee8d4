// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "documents/selection.h"

#include <QCoreApplication>
#include <QString>

#include <vector>

namespace dumpscope::gui {

/// The same place of other steps or ranks.
struct SiblingTensor {
    TensorRef tensor;
    QString label; ///< "rank 3 step 1"

    Q_DECLARE_TR_FUNCTIONS(dumpscope::gui::TensorDocument)
public:
    /// In order of ranks and steps, the tensor itself among them; none of what is no tensor.
    [[nodiscard]] static std::vector<SiblingTensor> of(const TensorRef& tensor);
};

} // namespace dumpscope::gui
