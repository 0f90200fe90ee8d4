// SPDX-License-Identifier: GPL-3.0-or-later
#include "dump.h"

#include "array_plan.h"
#include "array_side.h"
#include "documents.h"
#include "option_request.h"
#include "values.h"
#include "work.h"

#include "base/diagnostics_json.h"
#include "io/file_identity.h"
#include "io/mapped_file.h"
#include "model/dump_folder.h"
#include "model/kept_indexes.h"
#include "model/tensor_store.h"
#include "overflow/overflow_document.h"
#include "request/raw_options.h"
#include "summary/summary_document.h"
#include "tensor/histogram.h"

#include <pybind11/stl.h>

#include <cstdlib>

#include <sys/stat.h>

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

/// Whether the file that a view is of is still the one that was opened. More than Bytes::check(): what
/// another file has replaced, and times of the content that were set back.
void checkView(const core::TensorView& view)
{
    valueOf(view.bytes.check());
    const core::ByteIdentity was = core::identityOf(view.bytes);
    if (was.path.empty())
        return; // bytes in memory
    struct stat info = {};
    const bool isThere = ::stat(was.path.c_str(), &info) == 0;
    const core::FileIdentity now = isThere ? core::fileIdentity(info) : core::FileIdentity {};
    const bool isSame = now.device == was.device && now.inode == was.inode && now.mtimeNs == was.mtimeNs
        && now.ctimeNs == was.ctimeNs;
    const bool isAppended = now.device == was.device && now.inode == was.inode && now.size > was.fileBytes;
    if (!isSame && !isAppended)
        throw CoreFailure(core::makeError(core::Code::ChangedWhileRead,
            core::phrase("the file was written to or replaced since it was opened; open the dump again"),
            {.file = was.path}));
}

ArrayPlan planArray(
    const core::TensorView& view, bool inStorage, std::string slice, bool isPartial, bool keepsType)
{
    return ArrayPlan::make(view,
        {inStorage ? core::Order::Storage : core::Order::Logical, std::move(slice), isPartial, keepsType});
}

py::object histogramOf(const core::TensorView& view, std::size_t bins, const std::string& scale,
    const std::optional<std::pair<double, double>>& range, const py::object& progress)
{
    const core::HistogramScale how = scale == "log" ? core::HistogramScale::Log
        : scale == "signed-log"                     ? core::HistogramScale::SignedLog
                                                    : core::HistogramScale::Linear;
    const core::Histogram histogram = Work(progress).run(
        [&](core::TaskContext& task) { return core::computeHistogram(view, bins, how, range, task); });
    py::dict result;
    result["counts"] = py::cast(histogram.counts);
    result["edges"] = py::cast(histogram.edges);
    result["nan"] = histogram.nan;
    result["neg_inf"] = histogram.negInf;
    result["pos_inf"] = histogram.posInf;
    result["below"] = histogram.below;
    result["above"] = histogram.above;
    return result;
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
    py::class_<core::TensorView>(module, "View")
        .def_property_readonly(
            "dtype", [](const core::TensorView& view) { return textObject(core::dtypeName(view.dtype)); })
        .def_property_readonly(
            "shape", [](const core::TensorView& view) { return py::tuple(py::cast(view.shape)); })
        .def_property_readonly("storage_shape",
            [](const core::TensorView& view) { return py::tuple(py::cast(view.storage.storageShape)); })
        .def("check", checkView)
        .def("check_bytes", [](const core::TensorView& view) { valueOf(view.bytes.check()); })
        .def("plan", planArray, py::arg("in_storage"), py::arg("slice"), py::arg("partial"),
            py::arg("keeps_type"))
        .def("histogram", histogramOf, py::arg("bins"), py::arg("scale"), py::arg("range"),
            py::arg("progress"));
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
