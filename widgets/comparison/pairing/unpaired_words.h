// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison/comparison_document.h"

namespace dumpscope::gui {

/// "Compared with nothing: ", and why; empty where the tensor has a pair, is of neither side, or the
/// comparison does not know yet.
[[nodiscard]] QString unpairedSentence(const ComparisonDocument& document, const TensorRef& tensor);

} // namespace dumpscope::gui
