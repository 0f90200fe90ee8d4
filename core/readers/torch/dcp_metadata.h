// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "io/bytes.h"
#include "tensor/dtype.h"
#include "tensor/shape.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace dumpscope::core {

/// A piece of a tensor in a file of a torch distributed checkpoint.
struct DcpChunk {
    Shape offsets, sizes; ///< in the tensor; as many dimensions as it has
    std::string file;     ///< beside `.metadata`; empty when the checkpoint does not say where it is
    std::uint64_t offset = 0, length = 0; ///< bytes of the file
    bool isTransformed = false;           ///< compressed or the like
};

struct DcpTensor {
    std::string name;
    DType dtype = DType::Unknown;
    std::string dtypeText; ///< torch's name
    Shape shape;
    std::vector<DcpChunk> chunks;
    Message problem; ///< why nothing of it can be read; empty if it may be
};

/// `.metadata` of a torch distributed checkpoint (docs/formats/llm-era.md 7.2): a pickle of objects,
/// which are told by the names of their classes and never made. Immutable; thread-safe.
class DcpMetadata {
public:
    /// Errors: those of readPickle, Code::BadHeader for a pickle of other things.
    [[nodiscard]] static Result<DcpMetadata> read(const Bytes& file);
    /// Nothing of the file is needed after reading.
    [[nodiscard]] DcpMetadata withFile(const Bytes&) const { return *this; }
    [[nodiscard]] std::size_t members() const;

    [[nodiscard]] const std::vector<DcpTensor>& tensors() const { return *m_tensors; }

private:
    std::shared_ptr<const std::vector<DcpTensor>> m_tensors;
};

} // namespace dumpscope::core
