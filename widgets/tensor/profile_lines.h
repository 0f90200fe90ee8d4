// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "heatmap/plane_tile.h"
#include "model/tensor_store.h"
#include "tensor/value_writer.h"

#include <QString>

namespace dumpscope::gui {

/// Values along an axis through an element.
struct ProfileLine {
    QString label;                      ///< step or rank; empty for the only one
    std::vector<double> places, values; ///< NaN makes a gap
};

/// The same tensor of another step or rank.
struct ProfileSource {
    std::shared_ptr<const core::TensorStore> store;
    core::TensorId id;
    QString label;
};

/// Which profile: of `stream`, and of the others where they have its shape.
struct ProfileRequest {
    core::ElementStream stream;
    core::Order order = core::Order::Logical;
    std::vector<std::int64_t> at;
    std::size_t axis = 0;
    QString label;
    std::vector<ProfileSource> others;
};

/// Long axes are reduced to the least and largest value of neighbours. Others of another shape, or
/// that cannot be read, are left out.
[[nodiscard]] core::Result<std::vector<ProfileLine>> readProfile(
    const ProfileRequest& request, core::TaskContext& task);
/// Every element in the shortest form that reads back equal: a line of names, then index and value of
/// each line, parted by the character.
[[nodiscard]] core::Result<void> writeProfile(
    const ProfileRequest& request, char separator, const core::TextSink& sink, core::TaskContext& task);

} // namespace dumpscope::gui
