// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph.h"

#include "documents.h"
#include "dump.h"
#include "work.h"

#include "graph/graph_catalog.h"
#include "graph/graph_export.h"

#include <pybind11/stl.h>

namespace dumpscope::python {

namespace {

/// The graph of a root that was most likely executed, and the dump's entries at its nodes.
py::object graphOf(const OpenedDump& root, const OpenedDump* dump, std::optional<std::int64_t> rank,
    const py::object& progress)
{
    const core::DumpIndex* entries = dump != nullptr ? dump->index.get()
        : root.index->tensorCount() > 0              ? root.index.get()
                                                     : nullptr;
    const core::RankedGraphs ranked = Work(progress).run(
        [&](core::TaskContext& task) { return core::readLikeliestGraph(*root.index, entries, rank, task); });
    if (!ranked.likeliest) {
        if (const auto why = core::whyNothingRead(ranked))
            throw CoreFailure(*why);
        throw CoreFailure(core::makeError(core::Code::NotRecognised,
            core::phrase("there is no graph; `dumpscope-cli formats` lists the graph formats"),
            {.file = root.index->root()}));
    }
    const core::Graph& shown = core::entryGraph(ranked.document);
    std::size_t number = 0;
    while (ranked.document.graphs[number].get() != &shown)
        ++number;
    const core::GraphView view {
        &ranked.document, number, nullptr, entries != nullptr ? &ranked.match : nullptr, entries};
    return documentObject([&](core::JsonWriter& json) {
        json.beginObject()
            .member("format", ranked.document.format)
            .member("file", ranked.candidates[*ranked.likeliest].path);
        core::writeGraphMembers(json, view);
        if (view.match != nullptr)
            core::writeMatchMember(json, view);
        json.endObject();
    });
}

} // namespace

void defineGraph(py::module_& module)
{
    module.def("graph", graphOf, py::arg("root"), py::arg("dump"), py::arg("rank"), py::arg("progress"));
}

} // namespace dumpscope::python
