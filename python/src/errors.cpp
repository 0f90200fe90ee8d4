// SPDX-License-Identifier: GPL-3.0-or-later
#include "errors.h"

#include "values.h"

namespace dumpscope::python {

namespace {

template<typename T> py::object numberOrNone(const std::optional<T>& number)
{
    return number ? py::object(py::int_(*number)) : py::object(py::none());
}

std::string_view adviceOf(core::Code code)
{
    for (const core::CodeInfo& info : core::codeTable()) {
        if (info.code == code)
            return info.advice.words();
    }
    return {};
}

void setPythonError(const core::Error& error)
{
    const py::object make = py::module_::import("dumpscope._errors").attr("make_error");
    const core::Place& place = error.place;
    const py::object exception
        = make(textObject(core::codeWord(error.code)), textObject(error.withCauses().text()),
            place.file.empty() ? py::object(py::none()) : pathObject(place.file), numberOrNone(place.offset),
            numberOrNone(place.row), numberOrNone(place.column), textObject(adviceOf(error.code)));
    PyErr_SetObject(py::type::handle_of(exception).ptr(), exception.ptr());
}

} // namespace

void defineErrors(py::module_&)
{
    py::register_exception_translator([](std::exception_ptr pointer) {
        try {
            if (pointer)
                std::rethrow_exception(pointer);
        } catch (const CoreFailure& failure) {
            try {
                setPythonError(failure.error());
            } catch (py::error_already_set& raised) {
                raised.restore();
            }
        }
    });
}

} // namespace dumpscope::python
