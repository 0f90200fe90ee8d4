// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <pybind11/pybind11.h>

#include <exception>
#include <utility>

namespace dumpscope::python {

namespace py = pybind11;

/// An error of the core on its way to Python, where it becomes a dumpscope.Error.
class CoreFailure : public std::exception {
public:
    explicit CoreFailure(core::Error error)
        : m_error(std::move(error))
    {
    }
    [[nodiscard]] const core::Error& error() const { return m_error; }
    [[nodiscard]] const char* what() const noexcept override { return "an error of the core"; }

private:
    core::Error m_error;
};

/// The value, or its error as an exception.
template<typename T> T valueOf(core::Result<T>&& result)
{
    if (!result)
        throw CoreFailure(std::move(result).error());
    if constexpr (!std::is_void_v<T>)
        return std::move(*result);
}

void defineErrors(py::module_& module);

} // namespace dumpscope::python
