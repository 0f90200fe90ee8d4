// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/config_kind.h"
#include "io/json_reader.h"

#include <compare>
#include <limits>
#include <optional>
#include <span>

namespace dumpscope::core {

// A configuration as a table: a kind lists the keys it reads and the relations between them, and what is
// checked, written and named to the user all comes from that list.

struct ConfigRelease {
    unsigned major = 0, minor = 0;
    auto operator<=>(const ConfigRelease&) const = default;
};
inline constexpr ConfigRelease kNewestRelease {std::numeric_limits<unsigned>::max(), 0};
/// "2.10.0" is 2.10; nullopt if it does not begin with a release.
[[nodiscard]] std::optional<ConfigRelease> parseConfigRelease(std::string_view text);

/// What a rule can use: the document and the program that reads it. Both must outlive it.
class ConfigView {
public:
    ConfigView(const JsonValue& document, const ConfigText& config, ConfigRelease release);

    /// "e2e_dump_settings.enable"; null if absent. "@." begins a path in the active section.
    [[nodiscard]] const JsonValue* at(std::string_view path) const;
    [[nodiscard]] bool has(std::string_view path) const { return at(path) != nullptr; }
    [[nodiscard]] std::string_view text(std::string_view path, std::string_view otherwise = {}) const;
    [[nodiscard]] std::int64_t number(std::string_view path, std::int64_t otherwise = 0) const;
    [[nodiscard]] bool flag(std::string_view path, bool otherwise = false) const;
    [[nodiscard]] std::vector<std::string> texts(std::string_view path) const;
    [[nodiscard]] bool contains(std::string_view path, std::string_view word) const;
    /// Whether it is set and neither null, false, 0 nor empty, as Python's truth value.
    [[nodiscard]] bool isTruthy(std::string_view path) const;

    [[nodiscard]] const JsonValue& document() const { return *m_document; }
    [[nodiscard]] const ConfigText& config() const { return *m_config; }
    [[nodiscard]] ConfigRelease release() const { return m_release; }
    /// True for a device that is known not to be one of Ascend's.
    [[nodiscard]] bool isCpuOrGpu() const { return m_config->device == "CPU" || m_config->device == "GPU"; }
    [[nodiscard]] std::string_view variable(
        std::string_view name) const; ///< of the environment; empty if unset
    void setActiveSection(std::string section) { m_activeSection = std::move(section); }
    /// A path with "@." replaced.
    [[nodiscard]] std::string resolved(std::string_view path) const;

private:
    const JsonValue* m_document;
    const ConfigText* m_config;
    ConfigRelease m_release;
    std::string m_activeSection;
};

enum class ConfigType : std::uint8_t {
    Any,
    Boolean,
    Unsigned,
    Integer,
    Text,
    Texts,
    Unsigneds,
    List,
    Object
};
enum class Presence : std::uint8_t {
    Optional,
    Nullable, ///< null counts as absent
    Falsy,    ///< values that are false in Python count as absent
    Required
};

/// Meaning of a number of a setting.
struct ConfigNumber {
    std::int64_t number;
    Form<0> meaning;
};

/// One key of a section. Several rows may share a name when releases differ; the first that applies counts.
struct ConfigKey {
    std::string_view name;
    ConfigType type = ConfigType::Any;
    Presence presence = Presence::Optional;
    std::span<const std::string_view> words = {}; ///< allowed texts, of a list: allowed elements
    std::int64_t least = 0, most = std::numeric_limits<std::int64_t>::max();
    ConfigRelease since = {}, until = kNewestRelease; ///< read in [since, until)
    bool (*applies)(const ConfigView&) = nullptr;     ///< null: always
    /// What is wrong with a value of the right type; empty if nothing.
    Message (*fault)(const ConfigView&, const JsonValue&) = nullptr;
    std::optional<Form<0>> fix = {};            ///< when the value is wrong
    std::span<const ConfigNumber> numbers = {}; ///< their meanings, where they are few
};

/// What to write: the fix, or the meanings of its numbers ("0: off, 1: on").
[[nodiscard]] Message configHint(const ConfigKey& key);

struct ConfigSection {
    std::string_view name; ///< empty: the document itself; "@": the active section
    std::span<const ConfigKey> keys;
    bool isRequired = false;
    bool ignoresOthers = true; ///< the program ignores keys that are not listed; they are reported
    ConfigRelease since = {}, until = kNewestRelease;
};

/// A problem reported if `applies`, at the place of `key` (of the document if that is absent).
struct ConfigRelation {
    Severity severity = Severity::Error;
    std::string_view code, key;
    bool (*applies)(const ConfigView&);
    Form<0> message, fix;
    ConfigRelease since = {}, until = kNewestRelease;
};

/// Error codes and wording of the reading program.
struct ConfigWording {
    std::string_view absentCode, typeCode, valueCode;
    Form<1> absent; ///< "Check dump json failed, %1 not found"
};

/// Problems in the order of the tables: sections with their keys, then relations.
void checkConfigKeys(const ConfigView& view, std::span<const ConfigSection> sections,
    const ConfigWording& wording, std::vector<ConfigProblem>& problems);
void checkConfigRelations(
    const ConfigView& view, std::span<const ConfigRelation> relations, std::vector<ConfigProblem>& problems);
/// `valid` is the absence of errors.
[[nodiscard]] ConfigReport reportOf(std::vector<ConfigProblem> problems);

void addConfigProblem(const ConfigView& view, std::vector<ConfigProblem>& problems,
    const ConfigProblem& problem, std::uint64_t offset);

/// The document; nothing, and a problem with `code`, where it cannot be parsed.
[[nodiscard]] std::optional<JsonValue> parseConfigDocument(
    const ConfigText& config, std::string_view code, std::vector<ConfigProblem>& problems);

/// A JSON file with the settings laid over `defaults` (both "section.key" or a key that is unique). Values
/// are read by the type of their key: lists are separated by commas, List, Object and Any are JSON. Errors:
/// Code::Usage for unknown or ambiguous keys and wrong values.
[[nodiscard]] Result<std::string> createConfig(std::span<const ConfigSection> sections,
    const ConfigSettings& defaults, const ConfigSettings& settings, std::string_view title);

/// "a, b, c"
[[nodiscard]] std::string wordList(std::span<const std::string_view> words);
[[nodiscard]] std::string joinedWords(const std::vector<std::string>& words);
/// "a, b, c" of sentences. Nests as little as it can: a file may have very many.
[[nodiscard]] Message listed(std::span<const Message> parts);
/// "0, 3 to 5" of inclusive ranges.
[[nodiscard]] Message rangeWords(std::span<const std::pair<std::uint64_t, std::uint64_t>> ranges);

} // namespace dumpscope::core
