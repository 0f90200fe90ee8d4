// SPDX-License-Identifier: GPL-3.0-or-later
#include "convert/conversion_source.h"

#include "convert/conversion_names.h"
#include "convert/format_change.h"
#include "model/tensor_store.h"
#include "official/msaccucmp_file.h"
#include "records/overflow_record.h"

#include <array>

namespace dumpscope::core {

namespace {

constexpr int kBadDump = 11;
constexpr int kBadOverflowType = 35;

Preparation prepared(PreparedFile file)
{
    Preparation result;
    result.file = std::move(file);
    return result;
}

Preparation refused(MsaccucmpRefusal refusal, bool wholeFile = false)
{
    return {std::nullopt, std::move(refusal), wholeFile};
}

Preparation preparedArray(
    ConvertedArray array, const Shape& named, std::string dtype, const ConversionOptions& options)
{
    PreparedFile file {std::move(array), options.form, {}, std::string(extensionOf(options.form)), dtype};
    const auto& content = std::get<ConvertedArray>(file.content);
    file.suffix = detailsSuffix(options, {named, dtype, content.formatName});
    return prepared(std::move(file));
}

/// Bytes as they are, under the fixed names of buffers and workspaces.
Result<Preparation> preparedBytes(Bytes bytes)
{
    const auto size = static_cast<std::int64_t>(bytes.size());
    TRY_ASSIGN(ConvertedArray array,
        arrangeArray(
            makeDenseView(DType::UInt8, {size}, std::move(bytes)), Order::Storage, NpyWidening::RawBits));
    array.formatName.clear();
    return prepared({std::move(array), ArrayForm::Raw, {}, ".bin", "uint8"});
}

Result<Preparation> preparedOverflow(const Bytes& bytes)
{
    const OverflowRecord record = decodeOverflowRecord(bytes.span());
    if (record.blocks.empty()) {
        const Message reason
            = record.problems.empty() ? phrase("no overflow record") : record.problems.front().message;
        return refused({record.layout == OverflowLayout::New ? kBadOverflowType : kBadDump, reason});
    }
    std::string text = officialOverflowJson(record);
    TRY_VOID(bytes.check());
    return prepared({std::move(text), ArrayForm::Raw, {}, ".json", {}});
}

Result<Preparation> fromOfficial(OrRefusal<MsaccucmpArray> array, const ConversionOptions& options)
{
    if (!array)
        return refused(array.error());
    const auto number = static_cast<MemoryFormat>(std::min<std::uint64_t>(array->format, 255));
    array->array.formatName = formatName(number);
    if (array->array.formatName.empty()
        && (options.form == ArrayForm::Raw || options.names == ConversionOptions::Names::Msnpy))
        return refused({22, phrase("format %1 has no name", array->format)});
    return preparedArray(std::move(array->array), array->namedShape, array->dtypeName, options);
}

Result<Preparation> prepareOfficial(const DumpIndex& index, TensorId id, const ConversionOptions& options)
{
    const TensorRow& row = index.tensor(id);
    if (!isDumpFile(index, id))
        return refused({kBadDump, phrase("msaccucmp converts Ascend dump files only")}, true);
    const FileRow& fileRow = index.file(row.file);
    const auto source = index.tree().open(index.filePath(row.file), fileRow.size);
    const auto file = MsaccucmpFile::read(
        *source, index.text(fileRow.mappedName.value() != 0 ? fileRow.mappedName : fileRow.name));
    if (!file)
        return refused(file.error(), true);
    const StoredTensor* tensor = file->tensor(row.ordinal);
    if (tensor == nullptr)
        return refused({0, phrase("bytes behind the first container are ignored")});
    if (isOverflowDump(index, id) && !options.format) {
        TRY_ASSIGN(const Bytes bytes, file->payload(*tensor));
        return preparedOverflow(bytes);
    }
    if (isUntypedDump(index, id)) {
        if (options.format)
            return refused({0, phrase("buffers and workspaces have no format")});
        TRY_ASSIGN(Bytes bytes, file->payload(*tensor));
        return preparedBytes(std::move(bytes));
    }
    if (!options.format)
        return fromOfficial(file->plain(*tensor), options);
    auto array = file->inFormat(*tensor, *options.format, options.shape);
    if (array || options.names != ConversionOptions::Names::Msnpy)
        return fromOfficial(std::move(array), options);
    const Message reason = array.error().reason;
    auto raw = file->plain(*tensor);
    if (raw)
        raw->array.note = phrase("%1 Saved in storage order.", reason);
    return fromOfficial(std::move(raw), options);
}

std::string_view typeOfDescr(std::string_view descr)
{
    constexpr std::array<std::array<std::string_view, 2>, 7> kNames {
        {{"<f4", "float32"}, {"<c8", "complex64"}, {"|i1", "int8"}, {"|u1", "uint8"}, {"<u2", "uint16"},
            {"<u4", "uint32"}, {"<u8", "uint64"}}};
    for (const auto& [known, name] : kNames) {
        if (known == descr)
            return name;
    }
    return descr;
}

/// What becomes of types NumPy does not have.
Message typeNote(DType dtype, ArrayForm form, NpyWidening widening)
{
    const DTypeInfo& info = dtypeInfo(dtype);
    if (form == ArrayForm::Raw && isSubByte(dtype))
        return phrase("%1 unpacked, one byte per element", info.name);
    if (form != ArrayForm::Npy || !info.npyDescr.empty())
        return {};
    const bool keepsBits = widening == NpyWidening::RawBits || info.kind == DTypeClass::Opaque;
    const std::string_view type = typeOfDescr(npyDescr(dtype, widening));
    return keepsBits ? phrase("%1 written as raw codes in %2", info.name, type)
                     : phrase("%1 written as %2", info.name, type);
}

NpyWidening wideningOf(const ConversionOptions& options)
{
    return options.form == ArrayForm::Npy ? options.widening : NpyWidening::RawBits;
}

Preparation preparedOwn(ConvertedArray array, DType dtype, const ConversionOptions& options)
{
    array.note = joined(std::array {typeNote(dtype, options.form, array.widening), array.note});
    const Shape shape = array.elements.shape();
    return preparedArray(std::move(array), shape, std::string(dtypeName(dtype)), options);
}

Result<Preparation> prepareOwn(const std::shared_ptr<const DumpIndex>& index, TensorId id,
    const ConversionOptions& options, TaskContext& task)
{
    const TensorStore store(index);
    TRY_ASSIGN(TensorView view, store.open(id, task));
    if (isOverflowDump(*index, id)) {
        TRY_ASSIGN(Preparation result, preparedOverflow(view.bytes));
        if (result.file)
            return result;
    }
    if (isUntypedDump(*index, id))
        return preparedBytes(view.bytes);
    const NpyWidening widening = wideningOf(options);
    const DType dtype = view.dtype;
    auto array = options.format ? changeFormat(std::move(view), *options.format, widening, task.stop)
                                : arrangeArray(std::move(view), options.order, widening);
    if (!array)
        return fail(std::move(array).error());
    return preparedOwn(std::move(*array), dtype, options);
}

} // namespace

Result<Preparation> prepareFile(const std::shared_ptr<const DumpIndex>& index, TensorId id,
    const ConversionOptions& options, TaskContext& task)
{
    return options.spec == ConversionOptions::Spec::Msaccucmp ? prepareOfficial(*index, id, options)
                                                              : prepareOwn(index, id, options, task);
}

Result<Preparation> prepareSlices(const std::shared_ptr<const DumpIndex>& index,
    std::span<const TensorId> tensors, const SliceGroup& group, const ConversionOptions& options,
    TaskContext& task)
{
    TRY_ASSIGN(ConvertedArray array, joinSlices(index, tensors, group, wideningOf(options), task));
    return preparedOwn(std::move(array), index->tensor(tensors[group.parts.front()]).dtype, options);
}

} // namespace dumpscope::core
