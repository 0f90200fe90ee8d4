// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "readers/ascend/ascend_container.h"
#include "readers/ascend/ascend_description.h"
#include "readers/parsed_files.h"
#include "readers/reader.h"

#include <memory>
#include <vector>

namespace dumpscope::core {

// Common to all formats in Ascend containers.
/// The tensors of all containers as records, in the file's order; the position in that order is the record's
/// ordinal.
[[nodiscard]] FileContents ascendContents(const FileContext& file, const AscendFile& parsed);
/// Empty when the file cannot be read or has no such tensor.
[[nodiscard]] Description describeAscendFile(const FileContext& file, std::uint32_t ordinal);

/// Opens the tensors of files, each of which is parsed once and not once a tensor. Thread-safe.
class AscendTensors {
public:
    /// Errors: Code::NotFound, Code::Truncated for bytes that were left out, those of readAscendFile.
    [[nodiscard]] Result<TensorView> open(const FileContext& file, std::uint32_t ordinal);

private:
    /// The tensors of all containers, in the file's order; without original operators, whose names are views.
    struct Stored {
        std::shared_ptr<const std::vector<StoredTensor>> tensors;

        static Result<Stored> read(const FileContext& file);
        [[nodiscard]] Stored withFile(const Bytes&) const { return *this; }
        [[nodiscard]] std::size_t members() const { return tensors->size(); }
    };
    ParsedFiles<Stored> m_known;
};

} // namespace dumpscope::core
