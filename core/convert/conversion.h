// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"
#include "tensor/array_writer.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dumpscope::core {

struct ConversionOptions {
    enum class Names {
        Msaccucmp, ///< `<dump file>.<io>.<slot>[…].<extension>` (docs/formats/ascend-dump-binary.md 2.6)
        Msnpy,     ///< the same with the format, and the name of the operator from the header
        Dumpscope, ///< `<op_name>.<io>.<slot>[.<occurrence>].<extension>`
    };
    enum class Spec {
        Dumpscope,
        Msaccucmp, ///< what the official tool writes, bit for bit, and what it refuses
    };
    ArrayForm form = ArrayForm::Npy;
    Names names = Names::Msaccucmp;
    Spec spec = Spec::Dumpscope;
    Order order = Order::Logical;       ///< without `format`
    std::optional<MemoryFormat> format; ///< order the elements are brought into
    std::optional<Shape> shape;         ///< Spec::Msaccucmp: instead of the original shape
    NpyWidening widening = NpyWidening::Float32;
    bool joinSlices = false; ///< one file for the slices of an output (FFTS+), in storage order
    bool replace = false;    ///< replace other files of the same names
};

/// The result for one tensor.
struct ConvertedFile {
    enum class State {
        Written,
        Unchanged, ///< an equal file was there already
        Refused,   ///< the official tool writes nothing either (Spec::Msaccucmp)
        Failed,
        Joined,  ///< written as part of the file of another tensor
        Skipped, ///< statistics only: there are no values
        Pending, ///< not reached before the end of the task
    };
    TensorId tensor;
    State state = State::Pending;
    std::string path; ///< below the output folder; empty when nothing was to be written
    std::string dtype;
    Shape shape;
    std::string format;
    std::uint64_t bytes = 0;
    Message note;           ///< reason of the state, or a remark on the file
    int officialNumber = 0; ///< error number of the official tool, 0 = none
};
[[nodiscard]] std::string_view conversionStateWord(ConvertedFile::State state);

struct ConversionReport {
    std::vector<ConvertedFile> files; ///< one per tensor, in the given order
    /// Why the task as a whole ended early (cancelled, no output folder); files keep their states.
    std::optional<Error> error;

    [[nodiscard]] std::size_t count(ConvertedFile::State state) const;
    [[nodiscard]] std::uint64_t bytesWritten() const;
};

/// Writes one file per tensor below `output`, in the folders the tensors came from. Names cannot lead out of
/// it: such parts are replaced, links inside are not followed. Equal names get "~2", "~3", …; names of 255
/// bytes and more are shortened and listed in the folder's mapping.csv, both as the official tool does. Files
/// are written under temporary names and renamed; a different file that is there already is kept (Failed,
/// Code::Duplicate) unless `replace` is set. Results do not depend on the number of threads. Memory: a few
/// MiB per thread, plus the result for formats that are made in memory (changeFormat).
[[nodiscard]] ConversionReport convertTensors(std::shared_ptr<const DumpIndex> index,
    std::span<const TensorId> tensors, const std::string& output, const ConversionOptions& options,
    TaskContext& task);

} // namespace dumpscope::core
