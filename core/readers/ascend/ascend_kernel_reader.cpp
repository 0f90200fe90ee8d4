// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "io/byte_text.h"
#include "io/json_reader.h"
#include "readers/file_finding.h"
#include "readers/format_registry.h"

namespace dumpscope::core {

namespace {

constexpr std::string_view kElf = "\x7F"
                                  "ELF";

/// The failed kernel's image and description beside an exception dump
/// (docs/formats/ascend-dump-binary.md 7.2): no tensors, only facts.
class AscendKernelReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo info {"ascend-kernel", Form<0>("Ascend kernel image or description"),
            {"KERNEL_host.o", "KERNEL.o", "KERNEL.json"},
            {.index = true,
                .values = false,
                .statistics = false,
                .graph = false,
                .overflow = false,
                .write = false},
            40};
        return info;
    }

    Claim probe(const FileProbe& probe) const override
    {
        const bool isHere = probe.folder != nullptr && probe.folder->layout == "ascend-exception";
        const std::string_view head = asText(probe.head);
        if (probe.name.ends_with(".o") && head.starts_with(kElf))
            return {isHere ? 90 : 30, phrase("ELF object")};
        const auto has = [&](std::string_view key) { return head.find(key) != std::string_view::npos; };
        if (probe.name.ends_with(".json") && has("\"kernelName\"") && has("\"binFileName\""))
            return {isHere ? 90 : 60, phrase("description of a kernel")};
        return {0, phrase("no kernel file")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext&) const override
    {
        FileContents contents;
        if (!file.name.ends_with(".json")) {
            contents.properties.emplace_back("content", "kernel image");
            return contents;
        }
        constexpr std::uint64_t kLongest = 1U << 20U;
        contents.properties.emplace_back("content", "kernel description");
        if (file.source.size() > kLongest)
            return contents;
        TRY_ASSIGN(const Bytes bytes, file.source.read(0, file.source.size()));
        const auto json = parseJson(asText(bytes.span()));
        if (!json) {
            Diagnostic diagnostic;
            diagnostic.code = json.error().code;
            diagnostic.place = json.error().place;
            diagnostic.message = json.error().message;
            contents.problems.push_back(std::move(diagnostic));
            return contents;
        }
        for (const auto& [key, value] : json->members) {
            if (value.isString() || value.kind == JsonValue::Kind::Number)
                contents.properties.emplace_back(printable(key), printable(value.text));
        }
        return contents;
    }
};

} // namespace

void register_ascend_kernel_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<AscendKernelReader>());
}

} // namespace dumpscope::core
