// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// A mapping file of msprobe compare (docs/formats/msprobe-dump.md 12). In all pairs the target comes first.
struct MsprobeMapping {
    enum class Kind : std::uint8_t { Cells, Api, Data, Layer };
    using Texts = std::vector<std::pair<std::string, std::string>>; ///< in file order

    /// Arguments of one API that are compared; lists of equal length.
    struct Api {
        std::string target, golden;
        using Slots = std::vector<std::pair<std::int32_t, std::int32_t>>;
        std::optional<Slots> inputs, outputs;
        std::optional<Texts> parameters, gradients;
    };
    /// Children of the modules of one class, longest name first.
    struct Layer {
        std::string className; ///< of the target; `TopLayer` for the root
        Texts children;
    };

    Kind kind = Kind::Cells;
    Texts names; ///< classes (Cells) or tensors (Data)
    std::vector<Api> apis;
    std::vector<Layer> layers;

    /// The kind is detected from the form. Errors: Code::BadSyntax with key, row and column;
    /// Code::BadEncoding, Code::Limit.
    [[nodiscard]] static Result<MsprobeMapping> parse(const std::string& text, const std::string& path);
};

/// Whether the first line that is no comment may be one of such a file: it has a `:` and is no JSON.
[[nodiscard]] bool looksLikeMsprobeMapping(std::string_view text);

} // namespace dumpscope::core
