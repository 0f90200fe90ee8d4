// SPDX-License-Identifier: GPL-3.0-or-later
#include "dump.h"

#include "array_side.h"
#include "documents.h"
#include "option_request.h"
#include "values.h"
#include "work.h"

#include "base/diagnostics_json.h"
#include "model/dump_folder.h"
#include "model/kept_indexes.h"
#include "model/tensor_store.h"
#include "overflow/overflow_document.h"
#include "request/raw_options.h"
#include "summary/summary_document.h"

#include <pybind11/stl.h>

#include <cstdlib>

namespace dumpscope::python {

namespace {

OpenedDump openPath(const std::string& path, bool namesOnly, const std::string& raw, bool usesCache,
    const py::object& progress)
{
    const auto request = requestOf<core::RawOptions>(raw);
    const auto formats = valueOf(request.formatsFor(path));
    const char* const off = std::getenv(core::kNoCacheVariable);
    const auto kept = usesCache && (off == nullptr || *off == '\0')
        ? core::keptIndexes(std::getenv("XDG_CACHE_HOME"), std::getenv("HOME"))
        : nullptr;
    auto index = Work(progress).run([&](core::TaskContext& task) {
        return core::openDump(path, formats, {.readHeaders = !namesOnly, .kept = kept}, task);
    });
    return {index, Table::ofTensors(index)};
}

OpenedDump openArrays(const std::string& root, const py::list& arrays)
{
    auto index = indexOfArrays(root, arrays);
    return {index, Table::ofTensors(index)};
}

py::object problemsOf(const core::DumpIndex& index)
{
    return smallDocumentObject([&](core::JsonWriter& json) {
        json.beginObject();
        core::writeProblems(json, index.problems());
        json.endObject();
    })["problems"];
}

py::object summaryOf(const OpenedDump& dump)
{
    return documentObject([&](core::JsonWriter& json) {
        json.beginObject();
        core::writeSummary(json, *dump.index, core::summarise(*dump.index));
        json.endObject();
    });
}

core::TensorView openTensor(const OpenedDump& dump, std::uint32_t row)
{
    return Work().run([&](core::TaskContext& task) {
        return core::TensorStore(dump.index).open(core::TensorId(row), task);
    });
}

py::object describeTensor(const OpenedDump& dump, std::uint32_t row)
{
    core::Description fields = Work().run([&](core::TaskContext& task) -> core::Result<core::Description> {
        return core::TensorStore(dump.index).describe(core::TensorId(row), task);
    });
    py::dict result;
    for (const auto& [name, value] : fields)
        result[textObject(name.text())] = textObject(value.text());
    return result;
}

py::object overflowOf(
    const OpenedDump& dump, const core::OverflowQuestion& question, const py::object& progress)
{
    std::optional<core::OverflowSearch> found;
    std::vector<core::Diagnostic> problems;
    Work(progress).run([&](core::TaskContext& task) -> core::Result<void> {
        TRY_ASSIGN(found, core::chooseOverflows(dump.index, question, task));
        core::ValueScanOptions options;
        options.limit = question.first;
        TRY_VOID(core::scanValues(dump.index, found->chosen, options, task, found->scan));
        problems = task.diagnostics.sorted();
        return {};
    });
    problems.insert(problems.begin(), dump.index->problems().begin(), dump.index->problems().end());
    return documentObject([&](core::JsonWriter& json) {
        json.beginObject();
        core::writeOverflowMembers(json, *dump.index, *found);
        core::writeProblems(json, problems);
        json.endObject();
    });
}

std::uint32_t findRow(const OpenedDump& dump, const std::string& text)
{
    const py::gil_scoped_release released;
    auto found = dump.index->findTensor(text);
    if (found)
        return found->value();
    core::Error error = std::move(found).error();
    if (error.place.file.empty())
        error.place.file = dump.index->root();
    throw CoreFailure(std::move(error));
}

} // namespace

void defineDump(py::module_& module)
{
    py::class_<OpenedDump>(module, "OpenedDump")
        .def_property_readonly("root", [](const OpenedDump& dump) { return pathObject(dump.index->root()); })
        .def_readonly("tensors", &OpenedDump::tensors)
        .def_property_readonly("problems", [](const OpenedDump& dump) { return problemsOf(*dump.index); })
        .def_property_readonly(
            "holds_tensors", [](const OpenedDump& dump) { return dump.index->holdsTensors(); })
        .def("summary", summaryOf)
        .def("find", findRow)
        .def("tensor_id",
            [](const OpenedDump& dump, std::uint32_t row) {
                return textObject(dump.index->tensorId(core::TensorId(row)));
            })
        .def("open", openTensor)
        .def("describe", describeTensor)
        .def(
            "overflow",
            [](const OpenedDump& dump, const std::string& filter, std::optional<std::uint64_t> first,
                const py::object& progress) {
                core::OverflowQuestion question {filter};
                question.first = first.value_or(question.first);
                return overflowOf(dump, question, progress);
            },
            py::arg("filter"), py::arg("first"), py::arg("progress"));
    module.def("open_path", openPath, py::arg("path"), py::arg("names_only"), py::arg("raw"),
        py::arg("cache"), py::arg("progress"));
    module.def("open_arrays", openArrays, py::arg("root"), py::arg("arrays"));
}

} // namespace dumpscope::python
