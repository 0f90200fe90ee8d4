// SPDX-License-Identifier: GPL-3.0-or-later
#include "documents.h"

#include "work.h"

#include <stdexcept>
#include <utility>

namespace dumpscope::python {

std::string documentText(const DocumentWriter& write, core::NonFiniteForm nonFinite)
{
    return Work().run([&](core::TaskContext& task) -> core::Result<std::string> {
        std::string text;
        bool isStopped = false;
        core::JsonWriter json(
            [&](std::string_view piece) {
                // Once: the writer may have more to say while it is taken down.
                if (task.stop.stop_requested() && !std::exchange(isStopped, true))
                    throw std::runtime_error("stopped");
                text += piece;
            },
            false, nonFinite);
        write(json);
        json.finish();
        return text;
    });
}

std::string smallDocumentText(const DocumentWriter& write)
{
    std::string text;
    core::JsonWriter json(
        [&](std::string_view piece) { text += piece; }, false, core::NonFiniteForm::Literal);
    write(json);
    json.finish();
    return text;
}

py::object documentObject(const DocumentWriter& write)
{
    return parsedJson(documentText(write, core::NonFiniteForm::Literal));
}

py::object smallDocumentObject(const DocumentWriter& write)
{
    return parsedJson(smallDocumentText(write));
}

py::object parsedJson(const std::string& text)
{
    return py::module_::import("dumpscope._documents").attr("parsed")(py::str(text));
}

} // namespace dumpscope::python
