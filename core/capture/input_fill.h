// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/capture_input.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// Values for an input that come from no file: `zeros`, `ones` or `random:SEED`, each followed by the whole
/// shape where the model leaves dimensions free: `random:20:2,16,64`. A file of such a name is written
/// `./zeros`.
struct InputFill {
    enum class Kind : std::uint8_t { Zeros, Ones, Random };

    Kind kind = Kind::Zeros;
    std::uint64_t seed = 0;         ///< of Random
    std::vector<std::int64_t> dims; ///< if `hasDims`; else those of the model, 1 where it leaves them free
    bool hasDims = false;

    bool operator==(const InputFill&) const = default;
};

/// Nothing for text that names a file.
[[nodiscard]] std::optional<InputFill> parseInputFill(std::string_view text);
[[nodiscard]] std::string inputFillText(const InputFill& fill);

/// The values for this input. Random: uniform over [-1, 1) in floating types, 0 to 99 in integers, true or
/// false in bool; the same seed and name of the input give the same bytes on every machine.
/// Errors: Code::BadShape where the shape is not the model's or is too large, Code::Unsupported for types
/// without values.
[[nodiscard]] Result<CaptureInput> makeCaptureInput(const InputFill& fill, const ModelInput& wanted);

} // namespace dumpscope::core
