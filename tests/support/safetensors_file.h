// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "msprobe_dump_writer.h"

#include <cstdint>
#include <cstring>
#include <map>
#include <string>

namespace dumpscope::test {

using Weights = std::map<std::string, DumpedTensor>; ///< by name

/// A file as the safetensors library writes it: the length of a JSON text, the text, the values.
inline std::string safetensorsFile(const Weights& weights)
{
    std::string header = "{", data;
    for (const auto& [name, weight] : weights) {
        std::string shape;
        for (const std::int64_t extent : weight.shape)
            shape += (shape.empty() ? "" : ",") + std::to_string(extent);
        header += (header.size() > 1 ? ",\"" : "\"") + name + R"(":{"dtype":"F32","shape":[)" + shape
            + R"(],"data_offsets":[)" + std::to_string(data.size()) + ',';
        data.append(
            reinterpret_cast<const char*>(weight.values.data()), weight.values.size() * sizeof(float));
        header += std::to_string(data.size()) + "]}";
    }
    header += "}";
    std::string length(sizeof(std::uint64_t), '\0');
    const std::uint64_t size = header.size();
    std::memcpy(length.data(), &size, sizeof size);
    return length + header + data;
}

} // namespace dumpscope::test
