// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/config_kind.h"

namespace dumpscope::core {

// Settings of the TensorFlow adapter to and from DumpRequest (docs/formats/ascendcl-capture.md 5.1).

/// `settings`: keys and values as one object, as readTfSnippet gives them.
[[nodiscard]] DumpRequest tfRequest(const JsonValue& settings);
/// Settings for ConfigKind::create.
struct TfDraft {
    ConfigSettings settings;
    std::vector<ConfigLoss> lost;
};
[[nodiscard]] TfDraft tfSettings(const DumpRequest& request);

} // namespace dumpscope::core
