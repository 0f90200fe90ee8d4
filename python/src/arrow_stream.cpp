// SPDX-License-Identifier: GPL-3.0-or-later
#include "arrow_stream.h"

#include "arrow_abi.h"

#include <algorithm>
#include <cerrno>
#include <memory>
#include <utility>

namespace dumpscope::python {

namespace py = pybind11;

namespace {

// A consumer may move a structure away and release it on its own, children too; so every structure owns what
// it points to.

struct SchemaParts {
    std::string name, format;
    std::vector<ArrowSchema> children;
    std::vector<ArrowSchema*> places;
};

void releaseSchema(ArrowSchema* schema)
{
    const std::unique_ptr<SchemaParts> parts(static_cast<SchemaParts*>(schema->private_data));
    for (ArrowSchema& child : parts->children) {
        if (child.release != nullptr)
            child.release(&child);
    }
    schema->release = nullptr;
}

ArrowSchema makeSchema(
    std::string format, std::string name, std::vector<ArrowSchema> children, bool isNullable)
{
    auto parts = std::make_unique<SchemaParts>();
    parts->format = std::move(format);
    parts->name = std::move(name);
    parts->children = std::move(children);
    for (ArrowSchema& child : parts->children)
        parts->places.push_back(&child);
    ArrowSchema schema {};
    schema.format = parts->format.c_str();
    schema.name = parts->name.c_str();
    schema.flags = isNullable ? kArrowNullable : 0;
    schema.n_children = static_cast<std::int64_t>(parts->children.size());
    schema.children = parts->places.data();
    schema.release = releaseSchema;
    schema.private_data = parts.release();
    return schema;
}

/// What the type of a column follows from, also when its batches have been handed over.
struct ColumnKind {
    core::ColumnType type = core::ColumnType::Text;
    bool isUnsigned = false;
    TextForm texts = TextForm::Large;
};

ArrowSchema schemaOf(const ColumnKind& column, const std::string& name)
{
    switch (column.type) {
    case core::ColumnType::Integer:
        return makeSchema(column.isUnsigned ? "L" : "l", name, {}, true);
    case core::ColumnType::Real:
        return makeSchema("g", name, {}, true);
    case core::ColumnType::Text:
        return makeSchema(column.texts == TextForm::Views ? "vu" : "U", name, {}, true);
    case core::ColumnType::Dimensions:
        break;
    }
    return makeSchema("+L", name, {makeSchema("l", "item", {}, false)}, true);
}

/// Zeros stand for the arrays of columns in which all is absent.
using Zeros = std::vector<std::int64_t>;

struct ArrayParts {
    std::shared_ptr<const void> column; ///< the buffers are its arrays; null: none
    std::shared_ptr<const Zeros> zeros;
    std::vector<const void*> buffers {nullptr};
    std::vector<ArrowArray> children;
    std::vector<ArrowArray*> places;
};

void releaseArray(ArrowArray* array)
{
    const std::unique_ptr<ArrayParts> parts(static_cast<ArrayParts*>(array->private_data));
    for (ArrowArray& child : parts->children) {
        if (child.release != nullptr)
            child.release(&child);
    }
    array->release = nullptr;
}

ArrowArray makeArray(std::size_t length, std::size_t nulls, std::unique_ptr<ArrayParts> parts)
{
    for (ArrowArray& child : parts->children)
        parts->places.push_back(&child);
    ArrowArray array {};
    array.length = static_cast<std::int64_t>(length);
    array.null_count = static_cast<std::int64_t>(nulls);
    array.n_buffers = static_cast<std::int64_t>(parts->buffers.size());
    array.buffers = parts->buffers.data();
    array.n_children = static_cast<std::int64_t>(parts->children.size());
    array.children = parts->places.data();
    array.release = releaseArray;
    array.private_data = parts.release();
    return array;
}

/// Texts one after another, as most programs keep them.
struct LargeTexts {
    std::vector<std::int64_t> ends;
    std::string text;
};

std::shared_ptr<const LargeTexts> largeTexts(const core::ColumnData& column)
{
    auto texts = std::make_shared<LargeTexts>();
    std::size_t size = 0;
    for (const core::TextView& view : column.views)
        size += static_cast<std::size_t>(view.size);
    texts->text.reserve(size);
    texts->ends.reserve(column.rows + 1);
    texts->ends.push_back(0);
    for (std::size_t row = 0; row < column.rows; ++row) {
        if (!column.views.empty())
            texts->text += column.text(row);
        texts->ends.push_back(static_cast<std::int64_t>(texts->text.size()));
    }
    return texts;
}

/// Column with its views, and the sizes of its pools, which stand behind them.
struct ViewedTexts {
    std::shared_ptr<const core::ColumnData> column;
    std::vector<std::int64_t> sizes;
};

ArrowArray arrayOf(const std::shared_ptr<const core::ColumnData>& column,
    const std::shared_ptr<const Zeros>& zeros, TextForm form)
{
    const auto orZeros = [&](const auto& values) -> const void* {
        return values.empty() ? static_cast<const void*>(zeros->data()) : values.data();
    };
    auto parts = std::make_unique<ArrayParts>();
    parts->column = column;
    parts->zeros = zeros;
    parts->buffers[0] = column->nullCount == 0 ? nullptr : column->valid.data();
    switch (column->type) {
    case core::ColumnType::Integer:
        parts->buffers.push_back(orZeros(column->integers));
        break;
    case core::ColumnType::Real:
        parts->buffers.push_back(orZeros(column->reals));
        break;
    case core::ColumnType::Text:
        if (form == TextForm::Views) {
            const auto texts = std::make_shared<ViewedTexts>(ViewedTexts {column, {}});
            parts->buffers.push_back(orZeros(column->views));
            for (const std::string& pool : column->pools) {
                parts->buffers.push_back(pool.data());
                texts->sizes.push_back(static_cast<std::int64_t>(pool.size()));
            }
            parts->buffers.push_back(orZeros(texts->sizes));
            parts->column = texts;
        } else {
            const auto texts = largeTexts(*column);
            parts->buffers.push_back(texts->ends.data());
            parts->buffers.push_back(texts->text.data());
            // The bits of the column outlive it.
            parts->column
                = std::make_shared<const std::pair<std::shared_ptr<const void>, std::shared_ptr<const void>>>(
                    column, texts);
        }
        break;
    case core::ColumnType::Dimensions: {
        parts->buffers.push_back(orZeros(column->ends));
        auto items = std::make_unique<ArrayParts>();
        items->column = column;
        items->zeros = zeros;
        items->buffers.push_back(orZeros(column->integers));
        parts->children.push_back(makeArray(column->integers.size(), 0, std::move(items)));
        break;
    }
    }
    return makeArray(column->rows, column->nullCount, std::move(parts));
}

struct StreamParts {
    std::vector<std::string> names;
    std::vector<core::ColumnBatch> batches;
    std::vector<ColumnKind> types;
    std::shared_ptr<const Zeros> zeros;
    TextForm texts = TextForm::Large;
    std::size_t next = 0;
};

StreamParts& partsOf(ArrowArrayStream* stream)
{
    return *static_cast<StreamParts*>(stream->private_data);
}

/// No exception crosses the interface.
template<typename Fill> int filled(const Fill& fill)
{
    try {
        fill();
        return 0;
    } catch (...) {
        return ENOMEM;
    }
}

int getSchema(ArrowArrayStream* stream, ArrowSchema* out)
{
    return filled([&] {
        const StreamParts& parts = partsOf(stream);
        std::vector<ArrowSchema> children;
        for (std::size_t i = 0; i < parts.names.size(); ++i)
            children.push_back(schemaOf(parts.types[i], parts.names[i]));
        *out = makeSchema("+s", "", std::move(children), false);
    });
}

int getNext(ArrowArrayStream* stream, ArrowArray* out)
{
    return filled([&] {
        StreamParts& parts = partsOf(stream);
        if (parts.next == parts.batches.size()) {
            *out = {};
            return;
        }
        auto batch = std::make_unique<ArrayParts>();
        std::size_t rows = 0;
        for (core::ColumnData& column : parts.batches[parts.next]) {
            rows = column.rows;
            batch->children.push_back(arrayOf(
                std::make_shared<const core::ColumnData>(std::move(column)), parts.zeros, parts.texts));
        }
        ++parts.next;
        *out = makeArray(rows, 0, std::move(batch));
    });
}

const char* lastError(ArrowArrayStream*)
{
    return nullptr;
}

void releaseStream(ArrowArrayStream* stream)
{
    delete static_cast<StreamParts*>(stream->private_data);
    stream->release = nullptr;
}

/// Of a capsule that nobody took the stream from, too.
void releaseCapsule(PyObject* capsule)
{
    auto* const stream = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule, "arrow_array_stream"));
    if (stream == nullptr) {
        PyErr_Clear();
        return;
    }
    if (stream->release != nullptr)
        stream->release(stream);
    delete stream;
}

} // namespace

py::object arrowStream(std::vector<std::string> names, std::vector<core::ColumnBatch> batches, TextForm texts)
{
    auto parts = std::make_unique<StreamParts>();
    std::size_t rows = 0;
    for (const core::ColumnBatch& batch : batches) {
        for (const core::ColumnData& column : batch)
            rows = std::max(rows, column.rows);
    }
    for (const core::ColumnData& column : batches.front())
        parts->types.push_back({column.type, column.isUnsigned, texts});
    parts->names = std::move(names);
    parts->batches = std::move(batches);
    parts->texts = texts;
    constexpr std::size_t kViewWords = sizeof(core::TextView) / sizeof(Zeros::value_type);
    parts->zeros = std::make_shared<const Zeros>(kViewWords * rows + 1);
    auto stream = std::make_unique<ArrowArrayStream>();
    *stream = {getSchema, getNext, lastError, releaseStream, parts.get()};
    PyObject* const capsule = PyCapsule_New(stream.get(), "arrow_array_stream", releaseCapsule);
    if (capsule == nullptr)
        throw py::error_already_set();
    static_cast<void>(parts.release());
    static_cast<void>(stream.release());
    return py::reinterpret_steal<py::object>(capsule);
}

} // namespace dumpscope::python
