// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/json_reader.h"

namespace dumpscope::core {

/// The dump settings of a piece of a TensorFlow script (ascendcl-capture 5.1): `DumpConfig(key=value, …)`,
/// `NPURunConfig(…)`, `custom_op.parameter_map["key"].b = value`, `dump_config.key = value`. Only literals
/// and names that stand for literals before are understood; what is not becomes null with the source as text.
struct TfSnippet {
    JsonValue settings; ///< an object; offsets are places in the script
    struct WrongField {
        std::string key, field;
        char expected = 'b';
        std::uint64_t offset = 0;
    };
    std::vector<WrongField> wrongFields; ///< `.s` written where `.b` belongs
    bool hasParameterMap = false, hasDumpConfig = false;
};
[[nodiscard]] TfSnippet readTfSnippet(std::string_view script);

/// Field of the protobuf value of a parameter: 'b', 's' or 'i'.
[[nodiscard]] char tfFieldOf(std::string_view key);

} // namespace dumpscope::core
