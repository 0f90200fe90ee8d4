// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/npy_writer.h"

#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::test {

/// The bytes of a .npy file; `descr` is NumPy's word for the type.
template<typename T>
[[nodiscard]] std::string npyFile(
    std::string_view descr, const core::Shape& shape, const std::vector<T>& values)
{
    std::string file = core::npyHeader(descr, false, shape);
    return file.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

[[nodiscard]] inline std::string npyFile(const core::Shape& shape, const std::vector<float>& values)
{
    return npyFile("<f4", shape, values);
}

/// In one dimension.
[[nodiscard]] inline std::string npyFile(const std::vector<float>& values)
{
    return npyFile({static_cast<std::int64_t>(values.size())}, values);
}

} // namespace dumpscope::test
