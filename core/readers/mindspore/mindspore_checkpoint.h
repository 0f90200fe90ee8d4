// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "io/bytes.h"
#include "tensor/tensor_view.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// A parameter of a checkpoint of MindSpore. Large ones lie in several values of the same name, one behind
/// the other.
struct CheckpointParameter {
    struct Slice {
        std::uint64_t offset = 0, size = 0; ///< bytes of the file that are there
    };
    std::string name;
    std::string dtypeText; ///< as spelled: BFloat16
    DType dtype = DType::Unknown;
    Shape shape;
    std::vector<Slice> slices;
    std::uint64_t there = 0;     ///< bytes of all slices
    bool isCut = false;          ///< the file ends in it
    bool isRepeated = false;     ///< a complete one of this name stands before
    Code code = Code::BadHeader; ///< of `problem`
    Message problem;             ///< why it has no values; empty if it has

    /// Bytes of all elements; nullopt: no file is so large, or the type is not known.
    [[nodiscard]] std::optional<std::uint64_t> wanted() const;
};

/// A file of mindspore.save_checkpoint (docs/formats/llm-era.md 7.3): protobuf messages without a magic.
/// Immutable; thread-safe.
class MindsporeCheckpoint {
public:
    /// Errors: Code::BadHeader where not even the first value can be read, Code::Limit.
    [[nodiscard]] static Result<MindsporeCheckpoint> read(const Bytes& file);
    /// Nothing of the file is needed after reading.
    [[nodiscard]] MindsporeCheckpoint withFile(const Bytes&) const { return *this; }
    [[nodiscard]] std::size_t members() const { return m_contents->parameters.size(); }

    [[nodiscard]] const std::vector<CheckpointParameter>& parameters() const
    {
        return m_contents->parameters;
    }
    /// Names and values of texts that were saved beside the parameters, in order.
    [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& texts() const
    {
        return m_contents->texts;
    }
    /// What is damaged, the last of it; nothing where all was read.
    [[nodiscard]] const std::optional<Error>& rest() const { return m_contents->rest; }
    /// A view into the file, or a copy where there are several slices. Errors: the problem of the parameter,
    /// Code::Truncated, Code::OutOfMemory.
    [[nodiscard]] static Result<TensorView> open(const Bytes& file, const CheckpointParameter& parameter);
    /// Whether all values of the parameter are there. Errors: likewise.
    [[nodiscard]] static Result<void> check(const CheckpointParameter& parameter);

private:
    struct Contents {
        std::vector<CheckpointParameter> parameters;
        std::vector<std::pair<std::string, std::string>> texts;
        std::optional<Error> rest;
    };
    std::shared_ptr<const Contents> m_contents;

    friend class CheckpointWalk;
};

/// Whether the first bytes are those of such a file: a name, sizes and a type that MindSpore has.
[[nodiscard]] bool looksLikeMindsporeCheckpoint(ByteSpan head);

} // namespace dumpscope::core
