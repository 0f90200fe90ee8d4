// SPDX-License-Identifier: GPL-3.0-or-later
#include "column_array.h"

#include <pybind11/numpy.h>

#include <string_view>
#include <unordered_map>

namespace dumpscope::python {

namespace py = pybind11;

namespace {

py::object masked(py::array array, const core::ColumnData& data)
{
    if (data.nullCount == 0)
        return array;
    py::array_t<bool> mask(static_cast<py::ssize_t>(data.rows));
    for (std::size_t i = 0; i < data.rows; ++i)
        mask.mutable_at(static_cast<py::ssize_t>(i)) = !data.has(i);
    return py::module_::import("numpy.ma").attr("MaskedArray")(array, py::arg("mask") = mask);
}

template<typename T, typename From> py::array copied(const std::vector<From>& from)
{
    py::array_t<T> array(static_cast<py::ssize_t>(from.size()));
    std::memcpy(array.mutable_data(), from.data(), from.size() * sizeof(T));
    return array;
}

py::object textOf(std::string_view text)
{
    return py::str(text.data(), text.size());
}

py::object dimensionsOf(std::span<const std::int64_t> dimensions)
{
    py::tuple result(dimensions.size());
    for (std::size_t i = 0; i < dimensions.size(); ++i)
        result[i] = py::int_(dimensions[i]);
    return result;
}

/// Equal cells are one object, as columns of dumps repeat a few values very often.
py::object objects(const core::ColumnData& data)
{
    const bool isText = data.type == core::ColumnType::Text;
    py::array array(py::dtype("O"), static_cast<py::ssize_t>(data.rows));
    auto* const cells = static_cast<PyObject**>(array.mutable_data());
    std::unordered_map<std::string_view, py::object> known;
    for (std::size_t i = 0; i < data.rows; ++i) {
        py::object cell = py::none();
        if (data.has(i)) {
            const auto from = static_cast<std::size_t>(data.ends[i]);
            const auto count = static_cast<std::size_t>(data.ends[i + 1]) - from;
            const std::string_view key = isText
                ? std::string_view(data.text).substr(from, count)
                : std::string_view(reinterpret_cast<const char*>(data.integers.data() + from), // NOLINT
                    count * sizeof(std::int64_t));
            py::object& kept = known[key];
            if (!kept)
                kept = isText ? textOf(key) : dimensionsOf(std::span(data.integers).subspan(from, count));
            cell = kept;
        }
        Py_XDECREF(cells[i]);
        cells[i] = cell.release().ptr();
    }
    return array;
}

} // namespace

py::object columnObject(const core::ColumnData& data)
{
    switch (data.type) {
    case core::ColumnType::Integer:
        return masked(
            data.isUnsigned ? copied<std::uint64_t>(data.integers) : copied<std::int64_t>(data.integers),
            data);
    case core::ColumnType::Real:
        return masked(copied<double>(data.reals), data);
    case core::ColumnType::Text:
    case core::ColumnType::Dimensions:
        break;
    }
    return objects(data);
}

} // namespace dumpscope::python
