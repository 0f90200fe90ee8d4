// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor_document.h"

namespace dumpscope::gui {

/// An expression of NumPy, or a sentence why there is none: `isText` tells which.
struct NumpyText {
    QString text;
    bool isText = false;
};

/// Index of a rectangle of the plane in NumPy's words: `0,12,20:30,13`.
[[nodiscard]] QString windowSliceText(
    std::size_t rank, const core::PlaneSpec& plane, const core::PlaneWindow& window);

/// The part of the document's tensor, in the order that is shown, as NumPy reads it from the tensor's file:
/// `np.load("a.npy")[0,12]`, or for any other file its bytes from their place on, gathered where a device
/// layout or strides scatter them. Of a document that is ready.
[[nodiscard]] NumpyText numpyText(const TensorDocument& document, const QString& slice);
/// The same for a rectangle of a plane, with the transpose where rows and columns are exchanged.
[[nodiscard]] NumpyText numpyText(
    const TensorDocument& document, const core::PlaneSpec& plane, const core::PlaneWindow& window);

} // namespace dumpscope::gui
