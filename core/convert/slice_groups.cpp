// SPDX-License-Identifier: GPL-3.0-or-later
#include "convert/slice_groups.h"

#include "base/text.h"
#include "convert/format_change.h"
#include "io/json_reader.h"
#include "model/tensor_store.h"
#include "tensor/scatter.h"

#include <algorithm>
#include <map>
#include <optional>

namespace dumpscope::core {

namespace {

constexpr std::string_view kSliceMark = "_lxslice";

std::string_view nameOf(const DumpIndex& index, FileId id)
{
    const FileRow& file = index.file(id);
    return index.text(file.mappedName.value() != 0 ? file.mappedName : file.name);
}

/// How the file's header says it was cut.
struct Slicing {
    bool automatic = false;
    std::int64_t count = 0;
    std::vector<std::optional<std::size_t>> axes;    ///< cut axis per output
    std::vector<std::vector<Shape>> automaticShapes; ///< [thread][output]
};

/// From [dim]{lower, higher}; empty when it is not like that.
Shape shapeOfRanges(const JsonValue& ranges)
{
    Shape shape;
    for (const JsonValue& range : ranges.items) {
        const JsonValue* lower = range.find("lower");
        const JsonValue* higher = range.find("higher");
        std::int64_t size = 0;
        if (lower == nullptr || higher == nullptr
            || __builtin_sub_overflow(higher->integer().value_or(0), lower->integer().value_or(0), &size)
            || size < 0)
            return {};
        shape.push_back(size);
    }
    return shape;
}

std::optional<Slicing> slicingOf(std::string_view text)
{
    const auto json = parseJson(text);
    const JsonValue* cuts = json ? json->find("outputCutList") : nullptr;
    if (cuts == nullptr)
        return std::nullopt;
    Slicing slicing;
    if (const JsonValue* mode = json->find("threadMode"))
        slicing.automatic = mode->boolean || mode->integer().value_or(0) != 0;
    if (const JsonValue* count = json->find("slice_instance_num"))
        slicing.count = count->integer().value_or(0);
    for (const JsonValue& output : cuts->items) {
        const auto cut = std::find_if(output.items.begin(), output.items.end(),
            [](const JsonValue& value) { return value.integer() != std::int64_t {1}; });
        slicing.axes.emplace_back(cut == output.items.end()
                ? std::nullopt
                : std::optional(static_cast<std::size_t>(cut - output.items.begin())));
    }
    if (const JsonValue* threads = json->find("output_tensor_slice")) {
        for (const JsonValue& thread : threads->items) {
            std::vector<Shape>& shapes = slicing.automaticShapes.emplace_back();
            for (const JsonValue& output : thread.items)
                shapes.push_back(shapeOfRanges(output));
        }
    }
    return slicing;
}

/// The name without the thread (automatic) or the slice (manual), and which slice it is.
struct SliceName {
    std::string whole;
    std::uint64_t number = 0;
};
std::optional<SliceName> sliceNameOf(std::string_view name, const TensorRow& row, bool automatic)
{
    if (automatic) {
        // T.O.task.stream.ts.4.context.thread.device
        constexpr int kTail = 4;
        if (row.thread == TensorRow::kNone)
            return std::nullopt;
        for (int i = 0; i < kTail; ++i)
            name = name.substr(0, std::min(name.rfind('.'), name.size()));
        return SliceName {std::string(name), row.thread};
    }
    const std::size_t mark = name.find(kSliceMark);
    if (mark == std::string_view::npos)
        return std::nullopt;
    const std::size_t digits = mark + kSliceMark.size();
    const std::size_t end = std::min(name.find_first_not_of("0123456789", digits), name.size());
    const auto number = parseUnsigned(name.substr(digits, end - digits));
    if (!number)
        return std::nullopt;
    return SliceName {std::string(name.substr(0, mark)) + std::string(name.substr(end)), *number};
}

/// What all slices of one output have in common: the folder, the name without its time, the slot.
std::string keyOf(const DumpIndex& index, const TensorRow& row, const SliceName& name, bool automatic)
{
    std::string key = std::to_string(index.file(row.file).folder.value()) + '\n';
    std::string_view whole = name.whole;
    if (!automatic && row.thread != TensorRow::kNone) {
        constexpr int kTail = 4;
        for (int i = 0; i < kTail; ++i)
            whole = whole.substr(0, std::min(whole.rfind('.'), whole.size()));
    }
    key += whole.substr(0, std::min(whole.rfind('.'), whole.size()));
    return key + '\n' + std::to_string(row.slot) + '\n' + std::to_string(row.context);
}

struct Part {
    std::size_t place;
    SliceName name;
};

std::optional<SliceGroup> groupOf(const DumpIndex& index, std::span<const TensorId> tensors,
    std::vector<Part> parts, const Slicing& slicing)
{
    std::stable_sort(parts.begin(), parts.end(),
        [](const Part& a, const Part& b) { return a.name.number < b.name.number; });
    const auto twice = std::adjacent_find(parts.begin(), parts.end(),
        [](const Part& a, const Part& b) { return a.name.number == b.name.number; });
    const std::int32_t slot = index.tensor(tensors[parts.front().place]).slot;
    const auto output = static_cast<std::size_t>(std::max(slot, 0));
    if (parts.size() < 2 || twice != parts.end() || output >= slicing.axes.size() || !slicing.axes[output])
        return std::nullopt;
    SliceGroup group;
    group.axis = *slicing.axes[output];
    group.fileName = parts.front().name.whole;
    for (const Part& part : parts) {
        const auto stored = index.shape(index.tensor(tensors[part.place]).shape);
        const std::uint64_t thread = part.name.number;
        group.parts.push_back(part.place);
        if (!slicing.automatic)
            group.shapes.emplace_back(stored.begin(), stored.end());
        else if (thread < slicing.automaticShapes.size() && output < slicing.automaticShapes[thread].size())
            group.shapes.push_back(slicing.automaticShapes[thread][output]);
        else
            return std::nullopt;
    }
    group.note = phrase("joined from %1 slices along axis %2", parts.size(), group.axis);
    if (slicing.count != static_cast<std::int64_t>(parts.size()))
        group.note = phrase("%1; the header announces %2", group.note, slicing.count);
    return group;
}

/// Shape of the joined array.
Result<Shape> joinedShape(const SliceGroup& group)
{
    Shape whole = group.shapes.front();
    if (group.axis >= whole.size())
        return fail(Code::BadShape, phrase("the slices have no axis %1", group.axis));
    std::int64_t extent = 0;
    for (const Shape& shape : group.shapes) {
        if (shape.size() != whole.size())
            return fail(Code::BadShape, phrase("the slices have different ranks"));
        whole[group.axis] = shape[group.axis];
        if (shape != whole || __builtin_add_overflow(extent, shape[group.axis], &extent))
            return fail(Code::BadShape,
                phrase("slices of shapes %1 and %2 cannot be joined along axis %3",
                    shapeText(group.shapes.front()), shapeText(shape), group.axis));
    }
    whole[group.axis] = extent;
    if (!elementCount(whole))
        return fail(Code::BadShape, phrase("shape %1 is too large", shapeText(whole)));
    return whole;
}

} // namespace

std::vector<SliceGroup> findSliceGroups(const DumpIndex& index, std::span<const TensorId> tensors)
{
    std::map<std::uint32_t, Slicing> slicings; ///< by file
    for (const FileProperty& property : index.properties()) {
        if (property.key != "slices")
            continue;
        if (auto slicing = slicingOf(property.value))
            slicings.emplace(property.file.value(), std::move(*slicing));
    }
    std::vector<SliceGroup> groups;
    if (slicings.empty())
        return groups;
    std::map<std::string, std::vector<Part>> parts;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const TensorRow& row = index.tensor(tensors[i]);
        const auto slicing = slicings.find(row.file.value());
        if (slicing == slicings.end() || row.io != Io::Output || row.state != TensorState::Ok)
            continue;
        const bool automatic = slicing->second.automatic;
        if (auto name = sliceNameOf(nameOf(index, row.file), row, automatic)) {
            std::string key = keyOf(index, row, *name, automatic);
            parts[std::move(key)].push_back({i, std::move(*name)});
        }
    }
    for (auto& [key, members] : parts) {
        const FileId file = index.tensor(tensors[members.front().place]).file;
        if (auto group = groupOf(index, tensors, std::move(members), slicings.at(file.value())))
            groups.push_back(std::move(*group));
    }
    return groups;
}

Result<ConvertedArray> joinSlices(const std::shared_ptr<const DumpIndex>& index,
    std::span<const TensorId> tensors, const SliceGroup& group, NpyWidening widening, TaskContext& task)
{
    TRY_ASSIGN(const Shape whole, joinedShape(group));
    const TensorRow& first = index->tensor(tensors[group.parts.front()]);
    if (isSubByte(first.dtype))
        return fail(Code::Unsupported, phrase("several elements share a byte; such slices cannot be joined"));
    TRY_ASSIGN(std::vector<std::byte> out, zeroElements(first.dtype, elementCount(whole).value_or(0)));
    const std::vector<std::int64_t> strides = denseStrides(whole);
    std::int64_t start = 0;
    const TensorStore store(index);
    for (std::size_t i = 0; i < group.parts.size(); ++i) {
        const Shape& shape = group.shapes[i];
        TRY_ASSIGN(TensorView view, store.open(tensors[group.parts[i]], task));
        if (view.dtype != first.dtype)
            return fail(Code::BadDtype, phrase("the slices have different types"));
        TRY_ASSIGN(const ElementStream elements, ElementStream::make(std::move(view), Order::Storage));
        if (elementCount(shape) != elements.count())
            return fail(Code::BadShape,
                phrase("%1 elements do not make a slice of shape %2", elements.count(), shapeText(shape)));
        std::vector<BlockedAxis> axes;
        for (std::size_t k = 0; k < shape.size(); ++k)
            axes.push_back(BlockedAxis::plain(static_cast<std::uint64_t>(shape[k]), strides[k]));
        TRY_VOID(scatterElements(
            elements, BlockedLayout(std::move(axes), start * strides[group.axis]), out, task.stop));
        start += shape[group.axis];
    }
    TensorView joined = makeDenseView(first.dtype, whole, Bytes::fromVector(std::move(out)));
    joined.storage.format = joined.storage.logicalFormat = first.format;
    TRY_ASSIGN(ConvertedArray array, arrangeArray(std::move(joined), Order::Storage, widening));
    array.note = group.note;
    return array;
}

} // namespace dumpscope::core
