// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "model/dump_index.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// A tensor of an operator in an opened dump.
struct ReproducedTensor {
    std::shared_ptr<const DumpIndex> index;
    TensorId tensor;
};

struct ReproducerOptions {
    std::string kind = {};                ///< ReproducerKind::id; empty: the first that knows the operator
    std::vector<std::string> models = {}; ///< ONNX files besides those of the dump
    std::string programVersion = {};      ///< of Dumpscope, for the README
    bool replace = false;                 ///< files of the same names that are there
};

/// A folder from which one operator can be run alone (docs/reproduce.md).
struct WrittenReproducer {
    struct File {
        std::string name; ///< below the folder
        std::uint64_t bytes = 0;
    };
    std::string folder; ///< as it was given
    std::string kind, program;
    std::string howToRun;
    std::string operatorName, output; ///< "output.0"
    std::vector<File> files;
    bool hasGolden = false; ///< golden's inputs and output are there as well
    Message goldenNote;     ///< why not, where a golden was given
    /// An argument that is no tensor on either side and not the same on both.
    struct OtherArgument {
        std::string name;           ///< "input.1", "kwargs.is_causal"
        std::string target, golden; ///< as recorded; empty: not given
        [[nodiscard]] Message text() const;
    };
    std::vector<OtherArgument> otherArguments; ///< where golden's operator is the same

    [[nodiscard]] std::uint64_t bytes() const;
};

struct ReproducerProgram {
    std::string_view id, name; ///< "torch", "PyTorch"
};
/// All kinds, in the order in which they are tried.
[[nodiscard]] std::vector<ReproducerProgram> reproducerPrograms();

/// Writes the inputs and outputs of the operator of a tensor, what else it was given, a script that runs it
/// and judges the outputs against float64, and a README. The folder may be there; other files in it stay.
/// `golden`: the tensor it is paired with. Errors: Code::Unsupported with the reason of every kind where none
/// knows the operator, or where inputs have no values; Code::Usage for an unknown kind or a folder within a
/// dump; Code::Duplicate for a different file that is there; those of files; Code::Cancelled.
[[nodiscard]] Result<WrittenReproducer> writeReproducer(const ReproducedTensor& target,
    const std::optional<ReproducedTensor>& golden, const ReproducerOptions& options,
    const std::string& folder, TaskContext& task);

} // namespace dumpscope::core
