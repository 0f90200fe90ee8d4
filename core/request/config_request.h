// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "request/print_options.h"

namespace dumpscope::core {

/// `config`: a dump configuration is checked, explained, written or converted to another kind.
struct ConfigRequest {
    static constexpr std::string_view kCommand = "config";

    std::string form = {}; ///< check, explain, new, convert, next
    std::string file = {}, kind = {}, release = {}, device = {}, framework = {}, folder = ".";
    std::vector<std::string> environment = {}; ///< NAME=VALUE
    std::string model = {};                    ///< of explain
    std::vector<std::string> settings = {};    ///< of new: KEY=VALUE
    std::string preset = {};
    std::vector<std::string> operators = {};  ///< of the preset
    std::string toKind = {}, generation = {}; ///< of convert
    std::string from = {};                    ///< of next: a dump, or the JSON of a comparison
    std::string dump = {}, used = {};        ///< of next: where the target is, configuration it was made with
    std::string filter = {};                 ///< of next: chosen tensors
    std::uint64_t hops = 1, stepsBefore = 0; ///< of next
    std::string output = {};                 ///< file; empty: standard output
    PrintOptions print = {};
    bool operator==(const ConfigRequest&) const = default;

    void describe(OptionList& options);

private:
    void describeNext(OptionList& options, const std::string& kinds);
    void describeReading(OptionList& options, const std::string& kinds);
};

} // namespace dumpscope::core
