// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "io/byte_text.h"
#include "io/json_reader.h"
#include "readers/format_registry.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

/// Real files have a few hundred bytes.
constexpr std::uint64_t kMaxBytes = 4U << 20;
constexpr std::size_t kMaxValue = 1000;

/// `<type>.<name>.json`; the type is the last part of the name without its number.
struct ArgumentsName {
    std::string_view opType, opName;
};
std::optional<ArgumentsName> parseArgumentsName(std::string_view name)
{
    constexpr std::string_view kExtension = ".json";
    if (!name.ends_with(kExtension))
        return std::nullopt;
    name.remove_suffix(kExtension.size());
    const auto dot = name.find('.');
    if (dot == 0 || dot == std::string_view::npos || dot + 1 == name.size()
        || name.find('.', dot + 1) != std::string_view::npos)
        return std::nullopt;
    const ArgumentsName parsed {name.substr(0, dot), name.substr(dot + 1)};
    if (parsed.opName.find(parsed.opType) == std::string_view::npos)
        return std::nullopt;
    return parsed;
}

/// Arguments of one operator, all as texts (docs/formats/mindspore-dump.md 3.5).
class MindsporeKernelArgumentsReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "mindspore-kernel-arguments",
            .title = Form<0>("MindSpore kernel arguments"),
            .patterns = {"OP_TYPE.OP_NAME.json"},
            .can = {.index = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        if (!parseArgumentsName(probe.name))
            return {0, phrase("not named like kernel arguments (TYPE.NAME.json)")};
        if (!looksLikeArguments(asText(probe.head)))
            return {0, phrase("neither an object nor null, so no kernel arguments")};
        const bool placed
            = probe.folder != nullptr && probe.folder->layout == "mindspore-rank" && probe.folder->step;
        return placed ? Claim {65, phrase("named like an operator in a step folder")}
                      : Claim {35, phrase("named like kernel arguments")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext&) const override
    {
        if (file.source.size() > kMaxBytes)
            return fail(Code::Limit, phrase("too large for the arguments of a kernel"));
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        TRY_ASSIGN(const JsonValue root, parseJson(asText(bytes.span())));
        TRY_VOID(bytes.check());
        if (!root.isObject() && root.kind != JsonValue::Kind::Null)
            return fail(Code::BadSyntax, phrase("the arguments are no object"), {.offset = root.offset});
        FileContents contents;
        const auto name = parseArgumentsName(file.name);
        if (name)
            contents.properties.emplace_back("kernel_arguments", printable(name->opName));
        for (const auto& [key, value] : root.members) {
            const bool isText
                = value.kind == JsonValue::Kind::String || value.kind == JsonValue::Kind::Number;
            if (!isText)
                contents.problems.push_back({Severity::Warning, Code::Suspicious, {.offset = value.offset},
                    phrase("the argument %1 is no text", printable(key))});
            contents.properties.emplace_back(
                "argument." + key, isText ? value.text.substr(0, kMaxValue) : "");
        }
        return contents;
    }

private:
    static bool looksLikeArguments(std::string_view head)
    {
        const auto first = head.find_first_not_of(" \t\r\n");
        return first != std::string_view::npos
            && (head[first] == '{' || head.substr(first).starts_with("null"));
    }
};

} // namespace

void register_mindspore_kernel_arguments_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<MindsporeKernelArgumentsReader>());
}

} // namespace dumpscope::core
