// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"
#include "readers/reader.h"
#include "records/graph.h"
#include "tensor/tensor_view.h"

namespace dumpscope::core {

/// Opens tensors of an index: finds the file and its reader, maps, applies the layout. Stateless
/// apart from the index it shares; thread-safe.
class TensorStore {
public:
    explicit TensorStore(std::shared_ptr<const DumpIndex> index)
        : m_index(std::move(index))
    {
    }
    [[nodiscard]] const DumpIndex& index() const { return *m_index; }
    /// The view keeps its bytes alive. Errors: Code::Unsupported for a tensor without values, those of the
    /// file and of its reader.
    [[nodiscard]] Result<TensorView> open(TensorId id, TaskContext& task) const;
    [[nodiscard]] Description describe(TensorId id, TaskContext& task) const;

    /// All graphs of a graph file. Errors: Code::Unsupported for other files, those of the file and of its
    /// reader.
    [[nodiscard]] Result<GraphDocument> readGraph(FileId id, TaskContext& task) const;

private:
    std::shared_ptr<const DumpIndex> m_index;
};

} // namespace dumpscope::core
