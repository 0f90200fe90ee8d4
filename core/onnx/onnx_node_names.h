// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "onnx/onnx_model.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// Finds nodes of a model by their names in dumps. Keeps no reference to the model. Immutable; thread-safe.
class OnnxNodeNames {
public:
    explicit OnnxNodeNames(const OnnxModel& model);
    /// Exact, or as spelt in file names; nothing where none or several match.
    [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const;

private:
    std::map<std::string, std::size_t, std::less<>> m_byName;
    std::map<std::string, std::vector<std::size_t>, std::less<>> m_bySpelling;
};

} // namespace dumpscope::core
