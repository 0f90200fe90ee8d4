// SPDX-License-Identifier: GPL-3.0-or-later
#include "values.h"

#include "base/text.h"
#include "tensor/shape.h"

namespace dumpscope::python {

py::object textObject(std::string_view text)
{
    const std::string valid = core::isUtf8(text) ? std::string(text) : core::percentEscaped(text);
    return py::str(valid);
}

py::object pathObject(std::string_view path)
{
    PyObject* const text
        = PyUnicode_DecodeFSDefaultAndSize(path.data(), static_cast<Py_ssize_t>(path.size()));
    if (text == nullptr)
        throw py::error_already_set();
    return py::reinterpret_steal<py::object>(text);
}

py::object cellObject(const core::Cell& cell, core::ColumnType type)
{
    return std::visit(
        [type](const auto& value) -> py::object {
            using T = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<T, std::monostate>) {
                return py::none();
            } else if constexpr (std::is_same_v<T, double>) {
                return py::float_(value);
            } else if constexpr (std::is_arithmetic_v<T>) {
                return py::int_(value);
            } else {
                const auto shape
                    = type == core::ColumnType::Dimensions ? core::parseShape(value) : std::nullopt;
                if (!shape)
                    return textObject(value);
                py::tuple dimensions(shape->size());
                for (std::size_t i = 0; i < shape->size(); ++i)
                    dimensions[i] = py::int_((*shape)[i]);
                return dimensions;
            }
        },
        cell);
}

py::object messageObject(const core::Message& message)
{
    if (message.form().empty())
        return textObject(message.plain());
    const std::vector<core::Message> arguments = message.arguments();
    py::tuple values(arguments.size());
    for (std::size_t i = 0; i < arguments.size(); ++i)
        values[i] = messageObject(arguments[i]);
    return py::make_tuple(textObject(message.form()), values);
}

void defineValues(py::module_& module)
{
    module.def("printable", [](const std::string& text) { return textObject(core::printable(text)); });
    module.def(
        "without_controls", [](const std::string& text) { return textObject(core::withoutControls(text)); });
}

} // namespace dumpscope::python
