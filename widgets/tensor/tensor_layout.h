// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/plane.h"
#include "tensor/tensor_view.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace dumpscope::gui {

using ElementIndex = std::vector<std::int64_t>;

/// Names of the axes of a view in one order: letters where the format has them ("N", "C1"), else the
/// number of the axis. `named`: what the name of the file says.
[[nodiscard]] QStringList axisNames(const core::TensorView& view, core::Order order,
    core::MemoryFormat named = core::MemoryFormat::Unspecified);
/// Format of an order in words of the contract ("NCHW", "NC1HWC0"), "ND" where there is none.
[[nodiscard]] QString orderName(const core::TensorView& view, core::Order order);

/// `[0,12,20,13]`, as it is pasted into Python.
[[nodiscard]] QString indexText(const ElementIndex& index);
/// `0,12,:,:`
[[nodiscard]] QString planeText(std::size_t rank, const core::PlaneSpec& plane);

/// The two last axes, everything else at 0.
[[nodiscard]] core::PlaneSpec defaultPlane(std::size_t rank);
[[nodiscard]] ElementIndex unravelled(std::uint64_t flat, std::span<const std::int64_t> shape);
[[nodiscard]] std::uint64_t ravelled(const ElementIndex& index, std::span<const std::int64_t> shape);

/// What the text field of the slice bar takes: an index for each axis, or `:` for one or two of them.
/// Brackets and blanks are allowed; negative numbers count from the end.
struct PlaneRequest {
    std::optional<core::PlaneSpec> plane; ///< absent: only numbers, an element
    ElementIndex element;                 ///< of an element; else empty
};
struct PlaneRequestError {
    int column = 0; ///< from 0, in the text
    QString text;
};
[[nodiscard]] std::optional<PlaneRequest> parsePlaneRequest(const QString& text,
    std::span<const std::int64_t> shape, const core::PlaneSpec& current, PlaneRequestError& error);

} // namespace dumpscope::gui
