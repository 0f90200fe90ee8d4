// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "io/byte_text.h"
#include "io/json_reader.h"
#include "readers/file_finding.h"
#include "readers/format_registry.h"

#include <set>

namespace dumpscope::core {

namespace {

bool isVllm(const FileProbe& probe)
{
    return probe.folder != nullptr && probe.folder->layout == "vllm";
}

/// Files beside the tensors of vLLM's logger (docs/formats/llm-era.md 5): `inputs.json` and
/// `outputs.json` describe what was saved, `<stem>.json` stands in place of a tensor that was too large.
class VllmReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "vllm",
            .title = Form<0>("vLLM intermediate tensors"),
            .patterns = {"inputs.json", "outputs.json"},
            .can = {.index = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        const bool isNamed
            = probe.facts != nullptr && probe.facts->grammar == "vllm" && probe.name.ends_with(".json");
        return {isVllm(probe) && isNamed ? 90 : 0, phrase("a description in a folder of vLLM's logger")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext&) const override
    {
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        FileContents contents;
        const auto document = parseJson(asText(bytes.span()), {.maxValues = 1U << 20});
        TRY_VOID(bytes.check());
        if (!document) {
            contents.problems.push_back(
                {Severity::Warning, document.error().code, document.error().place, document.error().message});
            return contents;
        }
        const JsonValue* skipped = document->find("skipped");
        if (skipped == nullptr)
            return contents; // tells of tensors that have files
        TensorRecord record;
        record.state = TensorState::Empty;
        noteOn(record, phrase("not saved: %1", printable(skipped->text)));
        if (const JsonValue* type = document->find("dtype"); type != nullptr && type->isString()) {
            record.dtype = dtypeFromName(type->text).value_or(DType::Unknown);
            if (record.dtype == DType::Unknown)
                record.dtypeText = printable(type->text);
        }
        record.hasShape = false;
        if (const JsonValue* shape = document->find("shape"); shape != nullptr && shape->isArray())
            readShape(*shape, record);
        contents.tensors.push_back(std::move(record));
        return contents;
    }

    Result<TensorView> open(const FileContext& file, std::uint32_t, TaskContext&) const override
    {
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        const auto document = parseJson(asText(bytes.span()), {.maxValues = 1U << 20});
        TRY_VOID(bytes.check());
        const JsonValue* skipped = document ? document->find("skipped") : nullptr;
        return fail(Code::Unsupported,
            phrase("the logger of vLLM left its values out: %1",
                skipped != nullptr && skipped->isString() ? printable(skipped->text) : "?"));
    }

private:
    static void readShape(const JsonValue& shape, TensorRecord& record)
    {
        if (shape.items.size() > kMaxRank)
            return;
        for (const JsonValue& item : shape.items) {
            const auto size = item.integer();
            if (!size || *size < 0)
                return;
            record.shape.push_back(*size);
        }
        record.hasShape = elementCount(record.shape).has_value();
    }
};

/// `module_calls.txt`: folders of the modules of a step, one call a line.
class VllmCallsReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "vllm-calls",
            .title = Form<0>("order of the modules of vLLM"),
            .patterns = {"module_calls.txt"},
            .can = {.index = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        // Where the folder of the run is left behind, that of the step alone is no proof; this name is one.
        const bool isBelowStep = probe.folder != nullptr && probe.folder->layout == "step";
        const bool isNamed = probe.name == "module_calls.txt";
        return {(isVllm(probe) || isBelowStep) && isNamed ? 90 : 0,
            phrase("module_calls.txt in a folder of vLLM's logger")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext&) const override
    {
        constexpr std::size_t kMost = 1'000'000;
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        FileContents contents;
        std::string_view text = asText(bytes.span());
        reportUnfinishedLine(contents, text);
        while (!text.empty() && contents.moduleCalls.size() < kMost) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            std::string_view line = text.substr(0, end);
            if (line.ends_with('\r'))
                line.remove_suffix(1);
            if (!line.empty())
                contents.moduleCalls.emplace_back(line);
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        TRY_VOID(bytes.check());
        return contents;
    }
};

} // namespace

void register_vllm_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<VllmReader>());
    registry.add(std::make_unique<VllmCallsReader>());
}

} // namespace dumpscope::core
