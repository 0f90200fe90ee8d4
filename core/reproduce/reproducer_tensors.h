// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_writer.h"
#include "base/task.h"
#include "convert/output_folder.h"
#include "reproduce/recorded_call.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// The arrays of one side of a reproducer, one .npy per tensor in a folder of their own.
class ReproducerTensors {
public:
    /// What is to be written: inputs, gradients, outputs. `side`: "target" or "golden". Errors:
    /// Code::Unsupported for one without values, which it names.
    [[nodiscard]] static Result<ReproducerTensors> open(std::shared_ptr<const DumpIndex> index,
        const RecordedCall& call, std::string side, TaskContext& task);

    /// Errors: those of OutputFolder::write and of reading.
    [[nodiscard]] Result<std::vector<std::pair<std::string, std::uint64_t>>> write(
        const OutputFolder& folder, OutputFolder::Existing existing, TaskContext& task) const;
    /// One object by key: type, shape, file, whether a gradient flows to it.
    void describe(JsonWriter& json) const;

private:
    struct One {
        std::string key, file;
        TensorView view;
        std::optional<bool> requiresGradient; ///< absent: not recorded
    };
    std::string m_side;
    std::vector<One> m_tensors;
};

} // namespace dumpscope::core
