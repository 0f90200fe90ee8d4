// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/byte_text.h"
#include "readers/file_finding.h"
#include "readers/format_registry.h"

namespace dumpscope::core {

namespace {

/// `F32V`, then float32 values in little-endian order until the end of the file.
class F32vReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo info {
            "f32v", "Vector of float32", {"*.f32v"}, {.index = true, .values = true}};
        return info;
    }

    Claim probe(const FileProbe& probe) const override
    {
        if (asText(probe.head).starts_with(kMagic))
            return {95, phrase("F32V magic")};
        return {probe.name.ends_with(".f32v") ? 45 : 0, phrase("no F32V magic")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext&) const override
    {
        FileContents contents;
        TensorRecord record;
        const std::uint64_t payload
            = file.source.size() - std::min<std::uint64_t>(file.source.size(), kMagic.size());
        record.dtype = DType::Float32;
        record.shape = {static_cast<std::int64_t>(payload / sizeof(float))};
        record.bytes = payload / sizeof(float) * sizeof(float);
        if (payload % sizeof(float) != 0)
            complain(contents, record, Severity::Warning, Code::Truncated,
                phrase("the last value is cut off"), kMagic.size() + record.bytes);
        contents.tensors.push_back(std::move(record));
        return contents;
    }

    Result<TensorView> open(const FileContext& file, std::uint32_t, TaskContext&) const override
    {
        TRY_ASSIGN(const Bytes all, file.source.map());
        const std::uint64_t count
            = (all.size() - std::min<std::uint64_t>(all.size(), kMagic.size())) / sizeof(float);
        TRY_ASSIGN(Bytes values,
            all.slice(std::min<std::uint64_t>(all.size(), kMagic.size()), count * sizeof(float)));
        return makeDenseView(DType::Float32, {static_cast<std::int64_t>(count)}, std::move(values));
    }

private:
    static constexpr std::string_view kMagic = "F32V";
};

} // namespace

void register_f32v_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<F32vReader>());
}

} // namespace dumpscope::core
