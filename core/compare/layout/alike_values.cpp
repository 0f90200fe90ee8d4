// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/alike_values.h"

#include "tensor/element_convert.h"
#include "tensor/element_stream.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace dumpscope::core {

Result<bool> areValuesAlike(const TensorStore& store, TensorId id, TaskContext& task)
{
    constexpr std::uint64_t kFirst = 64, kPiece = 65536; // most differ in the first few
    const TensorRow& row = store.index().tensor(id);
    if (row.state != TensorState::Ok)
        return false;
    auto view = store.open(id, task);
    if (!view)
        return view.error().code == Code::Cancelled ? Result<bool>(fail(view.error())) : false;
    const Bytes bytes = view->bytes;
    const auto stream = ElementStream::make(std::move(*view), Order::Logical);
    if (!stream || stream->count() == 0)
        return false;
    std::vector<double> values(kPiece);
    ElementStream::Scratch scratch;
    double one = 0;
    for (std::uint64_t first = 0; first < stream->count();) {
        TRY_VOID(task.checkStop());
        const std::uint64_t some = std::min(first == 0 ? kFirst : kPiece, stream->count() - first);
        toDouble(stream->read(first, some, scratch), values.data());
        one = first == 0 ? values.front() : one;
        const auto end = values.begin() + static_cast<std::ptrdiff_t>(some);
        if (std::find_if(values.begin(), end, [one](double value) { return value != one; }) != end)
            return false;
        first += some;
    }
    return bytes.check().has_value();
}

} // namespace dumpscope::core
