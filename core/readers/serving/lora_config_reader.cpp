// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "io/byte_text.h"
#include "io/json_cursor.h"
#include "readers/format_registry.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace dumpscope::core {

namespace {

/// `adapter_config.json` of peft: what the adapters beside it are multiplied by (docs/formats/llm-era.md
/// 6.3). No tensors of its own.
class LoraConfigReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "lora-config",
            .title = Form<0>("configuration of LoRA adapters"),
            .patterns = {std::string(kName)},
            .can = {.index = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        if (probe.name != kName)
            return {0, phrase("not named %1", kName)};
        const bool hasAlpha = asText(probe.head).find("\"lora_alpha\"") != std::string_view::npos;
        return {hasAlpha ? 90 : 0, hasAlpha ? phrase("has a lora_alpha") : phrase("no lora_alpha")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext&) const override
    {
        constexpr std::uint64_t kMost = 1U << 20U;
        TRY_ASSIGN(const Bytes bytes, file.source.read(0, kMost));
        FileContents contents;
        JsonCursor cursor(asText(bytes.span()));
        std::string_view key, value;
        if (cursor.beginObject()) {
            while (cursor.member(key)) {
                const std::string name(key);
                if (name == kPattern && cursor.kind() == JsonCursor::Kind::Object) {
                    readPattern(cursor, contents);
                    continue;
                }
                cursor.skip(&value);
                const auto known = std::ranges::find(kKeys, name, &Key::name);
                if (known != kKeys.end() && !cursor.failed())
                    contents.properties.emplace_back(known->property, printable(value.substr(0, kMostValue)));
            }
        }
        if (cursor.failed())
            contents.problems.push_back(
                {Severity::Error, cursor.error().code, cursor.error().place, cursor.error().message});
        return contents;
    }

private:
    /// What modules have instead of the one alpha: regular expressions of their paths, in their order.
    static void readPattern(JsonCursor& cursor, FileContents& contents)
    {
        std::string_view key, value;
        if (!cursor.beginObject())
            return;
        while (cursor.member(key)) {
            std::string property = std::string("lora.alpha_pattern.").append(key);
            if (cursor.skip(&value))
                contents.properties.emplace_back(std::move(property), printable(value.substr(0, kMostValue)));
        }
    }

    struct Key {
        std::string_view name, property;
    };
    static constexpr std::string_view kName = "adapter_config.json", kPattern = "alpha_pattern";
    static constexpr std::size_t kMostValue = 40;
    static constexpr std::array<Key, 3> kKeys {
        Key {"r", "lora.r"}, Key {"lora_alpha", "lora.alpha"}, Key {"use_rslora", "lora.use_rslora"}};
};

} // namespace

void register_lora_config_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<LoraConfigReader>());
}

} // namespace dumpscope::core
