// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "io/byte_text.h"
#include "readers/format_registry.h"
#include "readers/json_document.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

/// What config_check of msprobe packs beside its statistics: installed packages, variables, hyperparameters
/// and calls of random operators (docs/formats/llm-era.md 13). They are compared as what was around a run
/// (compare/run_environment.h).
class ConfigCheckTextsReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "config-check-texts",
            .title = Form<0>("Environment of a run, packed by config_check of msprobe"),
            .patterns
            = {"pip", "env", "hyperparameters_static.json", "hyperparameters_dynamic.json", "rank*.json"},
            .can = {.index = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        constexpr int kLikely = 60;
        const std::string_view head = asText(probe.head);
        if (probe.name == kPackages)
            return {areVersions(head, probe.size == probe.head.size()) ? kLikely : 0,
                phrase("lines of a package and its version")};
        const bool isObject = startsObject(head);
        if (probe.name == kVariables || probe.name.starts_with(kHyperparameters))
            return {isObject ? kLikely : 0, phrase("named like a part of a package of config_check")};
        if (isRank(probe.name)) {
            const bool hasCalls = head.find("\"count\"") != std::string_view::npos
                && head.find("\"stack\"") != std::string_view::npos;
            const bool isEmpty = isObject && head.find('"') == std::string_view::npos;
            return {hasCalls || isEmpty ? kLikely : 0, phrase("calls of random operators of a rank")};
        }
        return {0, phrase("not named like a part of a package of config_check")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext&) const override
    {
        FileContents contents;
        if (file.name == kPackages) {
            TRY_ASSIGN(const Bytes bytes, file.source.map());
            std::uint64_t packages = 0;
            forEachLine(asText(bytes.span()), [&](std::string_view line) {
                packages += line.find('=') != std::string_view::npos ? 1 : 0;
                return true;
            });
            if (!asText(bytes.span()).ends_with('\n'))
                contents.problems.push_back({Severity::Warning, Code::Truncated, {},
                    phrase("the last line has no end; the file may be incomplete")});
            TRY_VOID(bytes.check());
            contents.properties.emplace_back("environment.packages", std::to_string(packages));
            return contents;
        }
        TRY_ASSIGN(const std::optional<JsonValue> root, readJsonDocument(file, contents, Severity::Warning));
        if (!root)
            return contents;
        const std::string_view key = file.name == kVariables ? "environment.variables"
            : isRank(file.name)                              ? "environment.random_operators"
                                                             : "environment.hyperparameters";
        contents.properties.emplace_back(key, std::to_string(root->members.size()));
        return contents;
    }

private:
    static constexpr std::string_view kPackages = "pip", kVariables = "env",
                                      kHyperparameters = "hyperparameters_";

    static bool isRank(std::string_view name)
    {
        constexpr std::string_view kStart = "rank", kEnd = ".json";
        return name.starts_with(kStart) && name.ends_with(kEnd) && name.size() > kStart.size() + kEnd.size()
            && isDigits(name.substr(kStart.size(), name.size() - kStart.size() - kEnd.size()));
    }

    static bool startsObject(std::string_view text)
    {
        text = withoutByteOrderMark(text);
        const std::size_t first = text.find_first_not_of(" \t\r\n");
        return first != std::string_view::npos && text[first] == '{';
    }

    /// `visit` returns false to stop. Lines without their ends.
    template<typename Visit> static void forEachLine(std::string_view text, const Visit& visit)
    {
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            if (!visit(text.substr(0, end)))
                return;
            text.remove_prefix(std::min(end + 1, text.size()));
        }
    }

    static bool areVersions(std::string_view head, bool isWhole)
    {
        const std::size_t last = head.rfind('\n');
        if (!isWhole && last != std::string_view::npos)
            head = head.substr(0, last); // the last line of the head may be cut
        bool isAny = false, isGood = true;
        forEachLine(head, [&](std::string_view line) {
            const std::size_t equals = line.find('=');
            const bool isBlank = line.find_first_not_of(" \t\r") == std::string_view::npos;
            isGood = isBlank
                || (equals != std::string_view::npos && equals > 0
                    && line.substr(0, equals).find_first_of(" !#") == std::string_view::npos);
            isAny = isAny || !isBlank;
            return isGood;
        });
        return isAny && isGood;
    }
};

} // namespace

void register_config_check_texts_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<ConfigCheckTextsReader>());
}

} // namespace dumpscope::core
