// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "io/json_reader.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dumpscope::core {

// What dump configurations request, independent of their kind. Every kind reads a DumpRequest from its files
// and writes its own file from one; settings it cannot express are reported.

/// One aspect of a dump that can be configured.
enum class DumpAspect : std::uint8_t {
    None, ///< specific to a kind
    Folder,
    Trigger,
    Content,
    Sides,
    Figures,
    Steps,
    Devices,
    Models,
    Names,
    Types,
    Patterns,
    Ranges,
    SingleOperators
};

/// A setting that a converted configuration lacks or only approximates.
struct ConfigLoss {
    std::string key; ///< of the original; empty for what was added
    Message message;
};

/// A written configuration and the settings it could not express.
struct ConfigDraft {
    std::string text;
    std::vector<ConfigLoss> lost;
};

struct DumpRequest {
    enum class Trigger : std::uint8_t { Always, Overflow, Exception };

    bool isOn = true;
    Trigger trigger = Trigger::Always;
    std::string folder;
    bool tensors = true, statistics = false;
    bool inputs = true, outputs = true;
    bool singleOperators = true;      ///< operators that run outside of a model
    bool filePerTensor = false;       ///< its program writes one file per tensor; else one per operator
    bool namesAreParts = false;       ///< msprobe's: `names` match parts of names, devices are ranks
    std::vector<std::string> figures; ///< DumpFigure::id; empty: the usual ones
    std::vector<std::pair<std::uint64_t, std::uint64_t>> steps; ///< inclusive; empty: every step
    std::vector<std::uint64_t> devices;                         ///< empty: every one
    std::vector<std::string> models;                            ///< empty: every one
    std::vector<std::string> names, types, patterns;            ///< of operators; all empty: every one
    std::vector<std::pair<std::string, std::string>> ranges;    ///< first and last operator
    std::map<DumpAspect, std::string> keys;                     ///< keys of the original
    std::vector<ConfigLoss> lost;                               ///< keys specific to its kind

    [[nodiscard]] bool choosesOperators() const
    {
        return !names.empty() || !types.empty() || !patterns.empty() || !ranges.empty();
    }
    /// Whether the aspect differs from everything or the default.
    [[nodiscard]] bool asks(DumpAspect aspect) const;
    [[nodiscard]] std::string keyOf(DumpAspect aspect) const;
};

/// A statistic and its name in each kind; empty: the kind does not have it.
struct DumpFigure {
    std::string_view id, acl, mindspore, msprobe;
};
/// Ids of figures from a kind's words; unknown words are left out.
[[nodiscard]] std::vector<std::string> figureIds(
    std::span<const std::string> words, std::string_view DumpFigure::*kind);
/// A kind's words for the figures of a request; those it does not have are reported in `draft`.
[[nodiscard]] std::vector<std::string> figureWords(
    const DumpRequest& request, std::string_view DumpFigure::*kind, ConfigDraft& draft);

/// Meaning of a key of a kind.
struct ConfigMeaning {
    std::string_view key; ///< "dump.dump_list[].layer"
    DumpAspect aspect = DumpAspect::None;
    std::string_view harmless = {};   ///< a value, as compact JSON, whose loss is not reported
    std::optional<Form<0>> lost = {}; ///< what is lost in other kinds; set in every row without an aspect
};
/// Records the keys of a document in the request by their meaning: aspects, or losses.
void noteMeanings(const JsonValue& document, std::span<const ConfigMeaning> meanings, DumpRequest& request);

/// Reports every requested aspect that is not among those that a kind can write.
void reportUnwritten(const DumpRequest& request, std::span<const DumpAspect> written, ConfigDraft& draft);

/// "0|3-5"
[[nodiscard]] std::string stepsText(const DumpRequest& request);

} // namespace dumpscope::core
