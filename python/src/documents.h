// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_writer.h"

#include <pybind11/pybind11.h>

#include <functional>
#include <string>

namespace dumpscope::python {

namespace py = pybind11;

using DocumentWriter = std::function<void(core::JsonWriter&)>;

/// The document that `write` writes, as json.loads reads it: one definition of names and nesting for programs
/// that read JSON and for Python. Work (work.h), but for the reading, which Ctrl+C ends as well.
[[nodiscard]] py::object documentObject(const DocumentWriter& write);
/// The same of a document of a few lines, written at once.
[[nodiscard]] py::object smallDocumentObject(const DocumentWriter& write);
/// The text of such a document, where `nonFinite` says how NaN and infinities are spelled. Work.
[[nodiscard]] std::string documentText(const DocumentWriter& write, core::NonFiniteForm nonFinite);
/// Of few lines, without Python.
[[nodiscard]] std::string smallDocumentText(const DocumentWriter& write);
/// A text of these, NaN and infinities as literals.
[[nodiscard]] py::object parsedJson(const std::string& text);

} // namespace dumpscope::python
