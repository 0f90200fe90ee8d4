// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "request/print_options.h"

namespace dumpscope::core {

/// `config`: a dump configuration is checked, explained, written or converted to another kind.
struct ConfigRequest {
    static constexpr std::string_view kCommand = "config";

    std::string form = {}; ///< check, explain, new, convert
    std::string file = {}, kind = {}, release = {}, device = {}, framework = {}, folder = ".";
    std::vector<std::string> environment = {}; ///< NAME=VALUE
    std::string model = {};                    ///< of explain
    std::vector<std::string> settings = {};    ///< of new: KEY=VALUE
    std::string preset = {};
    std::vector<std::string> operators = {};  ///< of the preset
    std::string toKind = {}, generation = {}; ///< of convert
    std::string output = {};                  ///< file; empty: standard output
    PrintOptions print = {};
    bool operator==(const ConfigRequest&) const = default;

    void describe(OptionList& options);

private:
    void describeReading(OptionList& options, const std::string& kinds);
};

} // namespace dumpscope::core
