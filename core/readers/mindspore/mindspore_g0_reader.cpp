// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/raw_tensor.h"

namespace dumpscope::core {

namespace {

constexpr std::string_view kGrammar = "mindspore-g0";

/// Raw tensors of MindSpore 1.0-1.2 (docs/formats/mindspore-dump.md 3.1): everything but the elements is in
/// the name.
class MindsporeG0Reader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "mindspore-g0",
            .title = Form<0>("MindSpore raw tensor (1.0 to 1.2)"),
            .patterns = {"NAME_IO_SLOT_shape_DIMS_DTYPE_FORMAT.bin"},
            .can = {.index = true, .values = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        if (probe.facts == nullptr || probe.facts->grammar != kGrammar)
            return {0, phrase("no name of MindSpore 1.0 to 1.2")};
        if (!rawInterpretationOf(*probe.facts))
            return {40, phrase("named by MindSpore 1.0 to 1.2, with an unknown type or shape")};
        return {75, phrase("type and shape in a name of MindSpore 1.0 to 1.2")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext&) const override
    {
        TRY_ASSIGN(const RawInterpretation raw, interpretation(file));
        FileContents contents = listRawTensor(file, raw);
        for (TensorRecord& record : contents.tensors)
            record.opName = scopedName(file.facts.opName);
        return contents;
    }

    Result<TensorView> open(const FileContext& file, std::uint32_t, TaskContext&) const override
    {
        TRY_ASSIGN(const RawInterpretation raw, interpretation(file));
        return openRawTensor(file, raw);
    }

private:
    static Result<RawInterpretation> interpretation(const FileContext& file)
    {
        const auto raw = rawInterpretationOf(file.facts);
        if (!raw)
            return fail(Code::BadDtype,
                phrase("type \"%1\" or shape \"%2\" of the name is unknown", file.facts.dtype,
                    file.facts.shape));
        return *raw;
    }

    /// The scopes' `/` was written as `--`.
    static std::string scopedName(std::string_view name)
    {
        std::string scoped(name);
        for (auto at = scoped.find("--"); at != std::string::npos; at = scoped.find("--", at + 1))
            scoped.replace(at, 2, "/");
        return scoped;
    }
};

} // namespace

void register_mindspore_g0_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<MindsporeG0Reader>());
}

} // namespace dumpscope::core
