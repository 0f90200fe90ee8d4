// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/json_reader.h"

#include <optional>

namespace dumpscope::core {

/// The dump settings of a piece of a TensorFlow script (docs/formats/ascendcl-capture.md 5.1):
/// `DumpConfig(key=value, …)`, `NPURunConfig(…)`, `custom_op.parameter_map["key"].b = value`,
/// `dump_config.key = value`. Only literals and names assigned a literal before are evaluated; any other
/// value becomes null with the source as text.
struct TfSnippet {
    JsonValue settings; ///< an object; offsets are bytes in the script
    struct WrongField {
        std::string key, field;
        char expected = 'b';
        std::uint64_t offset = 0;
    };
    std::vector<WrongField> wrongFields; ///< `.s` written where `.b` belongs
    /// Where a setting is written: an argument in a call, else a statement of its own.
    struct Written {
        std::string key;
        enum class Form : std::uint8_t { Argument, MapEntry, Member } form = Form::Argument;
        std::uint64_t begin = 0, valueBegin = 0,
                      end = 0; ///< bytes: of the argument or statement, of its value
    };
    std::vector<Written> written;
    std::uint64_t dumpCallEnd = 0, runCallEnd = 0; ///< the closing brackets of the first calls; 0: no call
    bool hasParameterMap = false, hasDumpConfig = false;
};
[[nodiscard]] TfSnippet readTfSnippet(std::string_view script);

/// The script with one setting set to `literal` (Python), or removed; the rest stays byte for byte. A new
/// setting is added beside the others. Errors: Code::Unsupported where there is no place for it.
[[nodiscard]] Result<std::string> withTfSetting(
    std::string_view script, const std::string& key, const std::optional<std::string>& literal);

/// Field of the protobuf value of a parameter: 'b', 's' or 'i'.
[[nodiscard]] char tfFieldOf(std::string_view key);

} // namespace dumpscope::core
