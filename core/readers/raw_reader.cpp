// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/raw_reader.h"

#include "base/text.h"

#include <utility>

namespace dumpscope::core {

namespace {

/// Elements without a header. Type and shape stand in the name (docs/formats/ascend-dump-binary.md 2.6, `-t
/// bin`), or the user says them.
class RawReader final : public Reader {
public:
    explicit RawReader(std::optional<RawRequest> request = {})
        : m_request(std::move(request))
    {
    }

    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "raw",
            .title = Form<0>("Elements without a header"),
            .patterns = {"*.IO.SLOT.SHAPE.DTYPE.FORMAT.bin", "any file with --raw-dtype"},
            .can = {.index = true, .values = true, .write = true},
            .priority = 10,
            .isAskedAlways = true,
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        if (m_request) {
            const bool named = m_request->names.empty() || globMatch(m_request->names, probe.name);
            return named ? Claim {m_request->overOthers ? 100 : 1, phrase("type given by the user")}
                         : Claim {0, phrase("not among the files whose type was given")};
        }
        if (probe.name.ends_with(".bin") && probe.facts != nullptr && rawInterpretationOf(*probe.facts))
            return {50, phrase("type and shape in the name")};
        return {0, phrase("elements of an unknown type; --raw-dtype and --raw-shape say it")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext&) const override
    {
        TRY_ASSIGN(const RawInterpretation raw, interpretation(file));
        return listRawTensor(file, raw);
    }

    Result<TensorView> open(const FileContext& file, std::uint32_t, TaskContext&) const override
    {
        TRY_ASSIGN(const RawInterpretation raw, interpretation(file));
        return openRawTensor(file, raw);
    }

    Description describe(const FileContext&, std::uint32_t, TaskContext&) const override
    {
        Description fields {{phrase("type and shape"),
            m_request ? phrase("given by the user") : phrase("from the file name")}};
        if (m_request && m_request->interpretation.offset > 0)
            fields.emplace_back(phrase("data offset"), std::to_string(m_request->interpretation.offset));
        return fields;
    }

private:
    Result<RawInterpretation> interpretation(const FileContext& file) const
    {
        if (m_request)
            return m_request->interpretation;
        auto raw = rawInterpretationOf(file.facts);
        if (!raw)
            return fail(Code::BadName, phrase("the name does not say type and shape"));
        raw->format = MemoryFormat::Unspecified; // the converter's array is dense in the shape it wrote
        return *raw;
    }

    std::optional<RawRequest> m_request;
};

} // namespace

std::shared_ptr<const FormatRegistry> formatsWithRaw(RawRequest request)
{
    auto registry = std::make_shared<FormatRegistry>();
    registerBuiltinFormats(*registry);
    registry->add(std::make_unique<RawReader>(std::move(request)));
    return registry;
}

void register_raw_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<RawReader>());
}

} // namespace dumpscope::core
