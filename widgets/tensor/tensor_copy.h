// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "request/show_request.h"
#include "tensor/tensor_document.h"
#include "tensor/tensor_tab.h"

namespace dumpscope::gui {

/// Cells of the window as lines; names of rows and columns in front where wanted.
[[nodiscard]] core::Result<QString> cellsText(const core::ElementStream& stream, const core::PlaneSpec& plane,
    const core::PlaneWindow& window, CopyStyle style, bool withNames, std::stop_token stop);

/// Puts what is marked on the clipboard; large pieces in a task.
void copyMarked(TensorDocument& document, const std::optional<core::PlaneWindow>& marked, CopyStyle style,
    bool withNames, LatestOnly& slot);

/// The numbers behind a drawing.
void copyDrawing(TensorDocument& document, const TabDrawing& drawing, CopyStyle style, LatestOnly& slot);

/// The document's plane as `dumpscope-cli show` is asked for it; nothing while there is no tensor.
[[nodiscard]] std::optional<core::ShowRequest> showRequest(const TensorDocument& document);
[[nodiscard]] QString showCommand(const TensorDocument& document);

} // namespace dumpscope::gui
