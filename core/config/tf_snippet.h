// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/json_reader.h"

#include <optional>

namespace dumpscope::core {

/// The dump settings of a piece of a TensorFlow script (docs/formats/ascendcl-capture.md 5.1):
/// `DumpConfig(key=value, …)`, `NPURunConfig(…)`, `custom_op.parameter_map["key"].b = value`,
/// `dump_config.key = value`. Only literals and names that stand for literals before are understood; what is
/// not becomes null with the source as text.
struct TfSnippet {
    JsonValue settings; ///< an object; offsets are places in the script
    struct WrongField {
        std::string key, field;
        char expected = 'b';
        std::uint64_t offset = 0;
    };
    std::vector<WrongField> wrongFields; ///< `.s` written where `.b` belongs
    /// Where a setting is written. An argument stands in a call, the others are statements of their own.
    struct Written {
        std::string key;
        enum class Form : std::uint8_t { Argument, MapEntry, Member } form = Form::Argument;
        std::uint64_t begin = 0, valueBegin = 0, end = 0; ///< of the argument or statement, and of its value
    };
    std::vector<Written> written;
    std::uint64_t dumpCallEnd = 0, runCallEnd = 0; ///< the closing brackets of the first calls; 0: no call
    bool hasParameterMap = false, hasDumpConfig = false;
};
[[nodiscard]] TfSnippet readTfSnippet(std::string_view script);

/// The script with one setting written as `literal` (Python), or taken out; the rest as it is typed. Where it
/// is new it goes where the others are. Fails with Code::Unsupported where no setting is in the script.
[[nodiscard]] Result<std::string> withTfSetting(
    std::string_view script, const std::string& key, const std::optional<std::string>& literal);

/// Field of the protobuf value of a parameter: 'b', 's' or 'i'.
[[nodiscard]] char tfFieldOf(std::string_view key);

} // namespace dumpscope::core
