// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/zip_directory.h"
#include "readers/torch/foreign_globals.h"
#include "readers/torch/saved_numbers.h"
#include "tensor/tensor_view.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::core {

/// Part of the path of a tensor from the root of its pickle.
struct TorchKeyPart {
    std::uint32_t end = 0;   ///< in `TorchTensor::key`
    bool isPosition = false; ///< in a list or tuple; else a key
};

/// Where a tensor stands in the whole that ranks share; its sizes are those of the tensor.
struct SavedSlice {
    Shape whole, offsets;
};

/// One tensor of a file of torch.save, as described in its pickle.
struct TorchTensor {
    std::string key; ///< path from the root, "b.0"; empty when it is the root
    std::vector<TorchKeyPart> parts;
    DType dtype = DType::Unknown;
    std::string dtypeText; ///< torch's name of the stored type
    Shape shape;
    std::vector<std::int64_t> strides; ///< in elements
    std::uint64_t offset = 0;          ///< of its first element in the storage, in elements
    std::string storage;               ///< key of the storage
    std::uint64_t storageElements = 0;
    bool isUntyped = false; ///< the storage counts bytes
    std::string location;   ///< device: cpu, npu:0
    std::optional<bool> requiresGrad;
    bool isConjugate = false, isNegative = false; ///< the values are those of the storage, changed
    std::optional<std::int64_t> rank;             ///< that saved it, of a tensor that ranks share
    std::optional<SavedSlice> slice;              ///< likewise, where that is known
    Message note;                                 ///< a remark: quantisation, how ranks share it
    Message unsupported;                          ///< why there are no values; empty if there are

    /// Of single elements: torch counts pairs of 4-bit ones, which lie along the last axis.
    [[nodiscard]] Shape elementShape() const;
};

/// A file of torch.save (docs/formats/msprobe-dump.md 9): tensors and their storages, zip or legacy form. The
/// pickle is only parsed, never run. Immutable; thread-safe.
class TorchFile {
public:
    /// Whether the bytes begin like the legacy form.
    [[nodiscard]] static bool hasLegacyMagic(ByteSpan head);
    /// Errors: Code::BadHeader, Code::Unsupported for files without tensors, those of ZipDirectory and
    /// readPickle.
    [[nodiscard]] static Result<TorchFile> read(Bytes file);
    /// The same contents for another mapping of the same bytes.
    [[nodiscard]] TorchFile withFile(Bytes file) const;

    [[nodiscard]] const std::vector<TorchTensor>& tensors() const { return m_contents->tensors; }
    [[nodiscard]] std::size_t members() const;
    [[nodiscard]] bool isLegacy() const { return !m_directory; }
    /// Functions and classes that the pickle names and that are no part of tensors, "argparse.Namespace".
    /// Nothing of them was run.
    [[nodiscard]] const ForeignGlobals& foreign() const { return m_contents->foreign; }
    /// How many ranks shared the model, by the name of the argument, "pipeline_model_parallel_size", and
    /// `kv_channels`, the elements of a head: of what was saved as `args`. Of a dump of SGLang the numbers of
    /// its `parallel_info`, "tp_rank", "tp_size", and `world_rank`.
    [[nodiscard]] const std::map<std::string, std::int64_t>& parallelSizes() const
    {
        return m_contents->parallelSizes;
    }
    [[nodiscard]] const SavedNumbers& savedNumbers() const { return m_contents->numbers; }
    /// Number of bytes of the tensor's storage.
    [[nodiscard]] Result<std::uint64_t> storageBytes(const TorchTensor& tensor) const;
    /// Whether the file holds the values of the tensor. Errors: Code::Unsupported, Code::Truncated,
    /// Code::BadShape.
    [[nodiscard]] Result<void> check(const TorchTensor& tensor) const;
    /// A view into the file where elements need no change, else of a copy. Errors: as `check`;
    /// Code::Cancelled.
    [[nodiscard]] Result<TensorView> open(const TorchTensor& tensor, const std::stop_token& stop = {}) const;

private:
    /// Where a storage of the legacy form lies in the file.
    struct Part {
        std::uint64_t offset = 0, size = 0;
    };
    struct Contents {
        std::string folder;                   ///< in the zip, with its '/'
        std::map<std::string, Part> storages; ///< of the legacy form
        std::vector<TorchTensor> tensors;
        ForeignGlobals foreign;
        std::map<std::string, std::int64_t> parallelSizes;
        SavedNumbers numbers;
        bool bigEndian = false;
    };

    [[nodiscard]] static Result<TorchFile> readZip(Bytes file);
    [[nodiscard]] static Result<TorchFile> readLegacy(Bytes file);
    [[nodiscard]] Result<const ZipEntry*> storageEntry(const TorchTensor& tensor) const;
    [[nodiscard]] Result<Bytes> storage(const TorchTensor& tensor, const std::stop_token& stop) const;

    std::optional<ZipDirectory> m_directory; ///< of the zip form, with its file
    Bytes m_file;                            ///< of the legacy form
    std::shared_ptr<const Contents> m_contents;
};

} // namespace dumpscope::core
