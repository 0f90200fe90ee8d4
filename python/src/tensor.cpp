// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.h"

#include "array_plan.h"
#include "values.h"
#include "work.h"

#include "io/file_identity.h"
#include "io/mapped_file.h"
#include "tensor/histogram.h"
#include "tensor/tensor_view.h"

#include <pybind11/stl.h>

#include <sys/stat.h>

namespace dumpscope::python {

namespace {

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

} // namespace

void defineTensor(py::module_& module)
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
}

} // namespace dumpscope::python
