// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/byte_text.h"
#include "io/json_reader.h"
#include "readers/atb/atb_operator.h"
#include "readers/format_registry.h"

namespace dumpscope::core {

namespace {

/// op_param.json beside the tensors of an operator of ATB: one JSON value (docs/formats/llm-era.md 1.4). The
/// graphs of the same dump hold it as attributes.
class AtbParametersReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "atb-parameters",
            .title = Form<0>("Parameters of an ATB operator"),
            .patterns = {"op_param.json"},
            .can = {.index = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        const bool placed = probe.folder != nullptr && probe.folder->layout == kAtbLayout;
        return {probe.name == "op_param.json" && placed ? 90 : 0,
            phrase("named op_param.json, in the folder of an ATB operator")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext&) const override
    {
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        FileContents contents;
        const auto value = parseJson(asText(bytes.span()));
        TRY_VOID(bytes.check());
        if (!value)
            contents.problems.push_back(
                {Severity::Warning, value.error().code, value.error().place, value.error().message});
        return contents;
    }
};

} // namespace

void register_atb_parameters_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<AtbParametersReader>());
}

} // namespace dumpscope::core
