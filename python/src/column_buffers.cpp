// SPDX-License-Identifier: GPL-3.0-or-later
#include "column_buffers.h"

#include "memory_buffer.h"

#include <string_view>
#include <unordered_map>

namespace dumpscope::python {

namespace py = pybind11;

namespace {

py::object dimensionsObject(std::span<const std::int64_t> dimensions)
{
    py::tuple result(dimensions.size());
    for (std::size_t i = 0; i < dimensions.size(); ++i)
        result[i] = py::int_(dimensions[i]);
    return result;
}

std::span<const std::int64_t> dimensionsOf(const core::ColumnData& data, std::size_t row)
{
    const auto from = static_cast<std::size_t>(data.ends[row]);
    return std::span(data.integers).subspan(from, static_cast<std::size_t>(data.ends[row + 1]) - from);
}

/// Equal cells are one object, as columns of dumps repeat a few values very often.
py::list objectsOf(const core::ColumnData& data)
{
    const bool isText = data.type == core::ColumnType::Text;
    py::list cells(data.rows);
    std::unordered_map<std::string_view, py::object> known;
    constexpr std::size_t kRowsBetweenSignals = 1 << 14;
    for (std::size_t i = 0; i < data.rows; ++i) {
        if (i % kRowsBetweenSignals == 0 && PyErr_CheckSignals() != 0)
            throw py::error_already_set();
        if (!data.has(i)) {
            cells[i] = py::none();
            continue;
        }
        const auto numbers = isText ? std::span<const std::int64_t>() : dimensionsOf(data, i);
        const std::string_view key = isText
            ? data.text(i)
            : std::string_view(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()); // NOLINT
        py::object& kept = known[key];
        if (!kept)
            kept = isText ? py::object(py::str(key.data(), key.size())) : dimensionsObject(numbers);
        cells[i] = kept;
    }
    return cells;
}

template<typename T>
MemoryBuffer over(const std::vector<T>& values, const std::shared_ptr<const core::ColumnData>& keeper)
{
    return {std::as_bytes(std::span(values)), keeper};
}

} // namespace

py::tuple columnBuffers(core::ColumnData column)
{
    if (column.type == core::ColumnType::Text || column.type == core::ColumnType::Dimensions)
        return py::make_tuple("O", objectsOf(column), py::none());
    // What is absent everywhere has no numbers yet.
    if (column.type == core::ColumnType::Real)
        column.reals.resize(column.rows);
    else
        column.integers.resize(column.rows);
    const auto data = std::make_shared<const core::ColumnData>(std::move(column));
    py::object valid = py::none();
    if (data->nullCount > 0)
        valid = py::cast(over(data->valid, data));
    if (data->type == core::ColumnType::Real)
        return py::make_tuple("f8", over(data->reals, data), valid);
    return py::make_tuple(data->isUnsigned ? "u8" : "i8", over(data->integers, data), valid);
}

} // namespace dumpscope::python
