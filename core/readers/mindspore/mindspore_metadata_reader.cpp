// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "io/byte_text.h"
#include "io/json_reader.h"
#include "readers/format_registry.h"
#include "readers/path_number.h"
#include "tensor/element_text.h"

#include <array>

namespace dumpscope::core {

namespace {

/// Configuration and metadata files are a few hundred bytes; a larger one is something else.
constexpr std::uint64_t kMaxMetadataBytes = 16U << 20;
/// Longest value shown; lists of kernels may be long.
constexpr std::size_t kMaxMetadataValue = 1000;
constexpr std::size_t kMaxProperties = 200;

using Properties = std::vector<std::pair<std::string, std::string>>;

/// `acl_dump_<device>.json`, which MindSpore rewrites at every step (docs/formats/mindspore-dump.md 1.7).
std::optional<std::int64_t> aclDumpDevice(std::string_view name)
{
    constexpr std::string_view kExtension = ".json";
    if (!name.ends_with(kExtension))
        return std::nullopt;
    return pathNumberAfter(name.substr(0, name.size() - kExtension.size()), "acl_dump_");
}

/// A scalar, or a list of scalars joined by ", ".
std::string valueText(const JsonValue& value)
{
    switch (value.kind) {
    case JsonValue::Kind::Null:
        return "null";
    case JsonValue::Kind::Bool:
        return value.boolean ? "true" : "false";
    case JsonValue::Kind::Number:
    case JsonValue::Kind::String:
        return value.text.size() <= kMaxMetadataValue ? value.text
                                                      : value.text.substr(0, kMaxMetadataValue) + "...";
    case JsonValue::Kind::Object:
        return std::to_string(value.members.size()) + " members";
    case JsonValue::Kind::Array:
        break;
    }
    std::string text;
    for (const JsonValue& item : value.items) {
        if (!text.empty())
            text += ", ";
        if (text.size() > kMaxMetadataValue)
            return text + "... (" + std::to_string(value.items.size()) + " items)";
        text += item.isArray() ? std::to_string(item.items.size()) + " items" : valueText(item);
    }
    return text;
}

/// `config.json`: who wrote the dump (docs/formats/mindspore-dump.md 2.5).
void describeConfig(const JsonValue& root, Properties& properties)
{
    if (const JsonValue* version = root.find("ms_version"); version != nullptr && version->isString())
        properties.emplace_back("producer", "MindSpore " + valueText(*version));
    for (const auto& [key, value] : root.members)
        properties.emplace_back(key, valueText(value));
}

/// `data_dump.json`: what was asked for (docs/formats/mindspore-dump.md 1.1), keys by their path.
void describeSections(const JsonValue& root, Properties& properties)
{
    for (const auto& [section, value] : root.members) {
        if (!value.isObject()) {
            properties.emplace_back(section, valueText(value));
            continue;
        }
        for (const auto& [key, item] : value.members)
            properties.emplace_back(section + "." + key, valueText(item));
    }
}

/// `hccl.json`: a copy of the rank table, of which only the size is worth showing.
void describeRankTable(const JsonValue& root, Properties& properties)
{
    for (const auto& [key, value] : root.members) {
        if (value.isArray())
            properties.emplace_back("rank_table." + key, std::to_string(value.items.size()) + " items");
        else
            properties.emplace_back("rank_table." + key, valueText(value));
    }
}

enum class Metadata : std::uint8_t { None, Config, Settings, RankTable, AclDump };

Metadata metadataByContent(std::string_view head)
{
    if (head.find("\"common_dump_settings\"") != std::string_view::npos)
        return Metadata::Settings;
    if (head.find("\"ms_version\"") != std::string_view::npos
        && head.find("\"device_target\"") != std::string_view::npos)
        return Metadata::Config;
    return Metadata::None;
}

Metadata metadataByName(std::string_view name)
{
    if (aclDumpDevice(name))
        return Metadata::AclDump;
    if (name == "config.json")
        return Metadata::Config;
    if (name == "data_dump.json")
        return Metadata::Settings;
    if (name == "hccl.json")
        return Metadata::RankTable;
    return Metadata::None;
}

Metadata metadataKind(std::string_view name, std::string_view head)
{
    const Metadata byContent = metadataByContent(head);
    return byContent != Metadata::None ? byContent : metadataByName(name);
}

/// What MindSpore writes beside a dump about itself: `.dump_metadata/{config,data_dump,hccl}.json`
/// and `acl_dump_<device>.json`. Gives properties only; checking a configuration is another task.
class MindsporeMetadataReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "mindspore-metadata",
            .title = Form<0>("MindSpore dump metadata"),
            .patterns = {"config.json", "data_dump.json", "hccl.json", "acl_dump_*.json"},
            .can = {.index = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        if (!probe.name.ends_with(".json"))
            return {0, phrase("not a .json file")};
        if (probe.size > kMaxMetadataBytes)
            return {0, phrase("too large for a configuration")};
        if (metadataByContent(asText(probe.head)) != Metadata::None)
            return {80, phrase("keys of MindSpore's configuration")};
        if (aclDumpDevice(probe.name))
            return {85, phrase("named like the AscendCL configuration of MindSpore")};
        // The other names are ordinary words: only inside a tree of MindSpore.
        const bool inTree = probe.folder != nullptr && probe.folder->layout == "mindspore-rank"
            && probe.folder->model.empty();
        if (inTree && metadataByName(probe.name) != Metadata::None)
            return {60, phrase("named like metadata of MindSpore, in its place")};
        return {0, phrase("no key of MindSpore's configuration")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext&) const override
    {
        FileContents contents;
        if (file.source.size() == 0) {
            contents.problems.push_back(
                {Severity::Warning, Code::Truncated, {}, phrase("the file is empty")});
            return contents;
        }
        if (file.source.size() > kMaxMetadataBytes)
            return fail(Code::Limit, phrase("too large for a configuration"));
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        const std::string_view text = asText(bytes.span());
        auto root = parseJson(text, JsonLimits {.maxDepth = 64, .maxBytes = kMaxMetadataBytes});
        TRY_VOID(bytes.check());
        if (!root) {
            Error& error = root.error();
            contents.problems.push_back(
                {Severity::Warning, error.code, std::move(error.place), std::move(error.message)});
            return contents;
        }
        if (!root->isObject()) {
            contents.problems.push_back(
                {Severity::Warning, Code::BadSyntax, {}, phrase("not a JSON object")});
            return contents;
        }
        collect(metadataKind(file.name, text.substr(0, kProbeBytes)), file.name, *root, contents.properties);
        if (contents.properties.size() > kMaxProperties)
            contents.properties.resize(kMaxProperties);
        return contents;
    }

private:
    static void collect(Metadata kind, std::string_view name, const JsonValue& root, Properties& properties)
    {
        switch (kind) {
        case Metadata::Config:
            return describeConfig(root, properties);
        case Metadata::RankTable:
            return describeRankTable(root, properties);
        case Metadata::AclDump:
            properties.emplace_back("acl_dump.device_id", std::to_string(aclDumpDevice(name).value_or(0)));
            return describeSections(root, properties);
        case Metadata::Settings:
        case Metadata::None:
            return describeSections(root, properties);
        }
    }
};

} // namespace

void register_mindspore_metadata_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<MindsporeMetadataReader>());
}

} // namespace dumpscope::core
