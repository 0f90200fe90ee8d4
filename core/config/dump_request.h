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

// What dump configurations ask for, in words that belong to no kind. Every kind reads one out of its files
// and writes its own out of one; what it has no words for is said.

/// One thing to decide about a dump.
enum class DumpAspect : std::uint8_t {
    None, ///< only the kind itself knows it
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

/// What is not, or not quite, in a converted configuration.
struct ConfigLoss {
    std::string key; ///< of the original; empty where it is about what was added
    Message message;
};

/// A written configuration and what it could not say.
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
    bool singleOperators = true;      ///< those that run outside of a model
    bool filePerTensor = false;       ///< how its program writes; else one file per operator
    bool namesAreParts = false;       ///< `names` are looked for inside of names
    std::vector<std::string> figures; ///< DumpFigure::id; empty: the usual ones
    std::vector<std::pair<std::uint64_t, std::uint64_t>> steps; ///< inclusive; empty: every step
    std::vector<std::uint64_t> devices;                         ///< empty: every one
    std::vector<std::string> models;                            ///< empty: every one
    std::vector<std::string> names, types, patterns;            ///< of operators; all empty: every one
    std::vector<std::pair<std::string, std::string>> ranges;    ///< first and last operator
    std::map<DumpAspect, std::string> keys;                     ///< where the original says so
    std::vector<ConfigLoss> lost;                               ///< keys that only its kind knows

    [[nodiscard]] bool choosesOperators() const
    {
        return !names.empty() || !types.empty() || !patterns.empty() || !ranges.empty();
    }
    /// Something else than everything, or than what is usual, is asked for.
    [[nodiscard]] bool asks(DumpAspect aspect) const;
    [[nodiscard]] std::string keyOf(DumpAspect aspect) const;
};

/// A figure of a statistic and what each kind calls it; empty: it does not have it.
struct DumpFigure {
    std::string_view id, acl, mindspore, msprobe;
};
[[nodiscard]] std::span<const DumpFigure> dumpFigures();
/// Ids of the figures a kind calls so; unknown words are left out.
[[nodiscard]] std::vector<std::string> figureIds(
    std::span<const std::string> words, std::string_view DumpFigure::*kind);
/// What a kind calls the figures of a request; those it does not have are reported.
[[nodiscard]] std::vector<std::string> figureWords(
    const DumpRequest& request, std::string_view DumpFigure::*kind, ConfigDraft& draft);

/// What a key of a kind is about.
struct ConfigMeaning {
    std::string_view key; ///< "dump.dump_list[].layer"
    DumpAspect aspect = DumpAspect::None;
    std::string_view harmless = {};   ///< a value, as compact JSON, that is not worth showing
    std::optional<Form<0>> lost = {}; ///< what nobody else can say; of every row without an aspect
};
/// Notes the keys of a document by their meaning: aspects, or losses.
void noteMeanings(const JsonValue& document, std::span<const ConfigMeaning> meanings, DumpRequest& request);

/// Tells every aspect that is asked for and not among those that a kind can write.
void reportUnwritten(const DumpRequest& request, std::span<const DumpAspect> written, ConfigDraft& draft);

/// "0|3-5"
[[nodiscard]] std::string stepsText(const DumpRequest& request);

} // namespace dumpscope::core
