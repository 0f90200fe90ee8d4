// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/bytes.h"
#include "tensor/dtype.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dumpscope::core {

/// A tensor whose bytes are owned elsewhere: dense, C order, little-endian.
struct TensorData {
    int elementType = 0; ///< ONNX TensorProto.DataType
    std::vector<std::int64_t> dims;
    std::span<const std::byte> bytes;
};

/// Type of a value before the run: the element type (0: no tensor), and dimensions with -1 where unknown.
struct TensorKind {
    int elementType = 0;
    std::vector<std::int64_t> dims;
};

/// The one ONNX Runtime of the process, loaded by name and never unloaded. Thread-safe.
class OnnxRuntime {
public:
    static constexpr std::string_view kVersion = "1.28.0";

    /// Loads the first library of `candidates` that is there and tests it with a Relu, so that a wrong one is
    /// an error now and not a crash later. Errors: Code::NotFound; Code::Unsupported for another version or a
    /// failed test.
    [[nodiscard]] static Result<std::shared_ptr<const OnnxRuntime>> load(
        const std::vector<std::string>& candidates);

    [[nodiscard]] const std::string& version() const { return m_version; }
    [[nodiscard]] const void* api() const { return m_api; }
    [[nodiscard]] const void* environment() const { return m_environment; }
    [[nodiscard]] const void* memoryInfo() const { return m_memoryInfo; }
    /// A status of the C interface as a result (Code::Unsupported with its message); releases it.
    [[nodiscard]] Result<void> check(void* status) const;

private:
    OnnxRuntime() = default;
    [[nodiscard]] Result<void> open(const std::string& path);

    const void* m_api = nullptr;
    void* m_environment = nullptr;
    void* m_memoryInfo = nullptr;
    std::string m_version;
};

/// Libraries to try: `chosen` if not empty, else the one installed with a program of that folder.
[[nodiscard]] std::vector<std::string> onnxRuntimePlaces(
    const std::string& chosen, const std::string& programFolder);

/// A model ready to run. Not thread-safe. Errors: Code::Unsupported with the message of ONNX Runtime.
class OnnxSession {
public:
    /// `folder`: of external data of the model; may be empty.
    [[nodiscard]] static Result<std::unique_ptr<OnnxSession>> make(std::shared_ptr<const OnnxRuntime> runtime,
        std::span<const std::byte> model, const std::string& folder);
    ~OnnxSession();
    OnnxSession(const OnnxSession&) = delete;
    OnnxSession& operator=(const OnnxSession&) = delete;

    [[nodiscard]] Result<TensorKind> outputKind(std::size_t index) const;

    /// Values of a run: tensors are valid as long as this object. The runtime must outlive it.
    class Values {
    public:
        explicit Values(const OnnxRuntime& runtime)
            : m_runtime(runtime)
        {
        }
        ~Values();
        Values(const Values&) = delete;
        Values& operator=(const Values&) = delete;
        /// nullopt for values that are no tensors, and tensors of texts.
        [[nodiscard]] const std::optional<TensorData>& at(std::size_t index) const { return m_data[index]; }

    private:
        friend class OnnxSession;
        [[nodiscard]] Result<void> describe();

        const OnnxRuntime& m_runtime;
        std::vector<void*> m_values;
        std::vector<std::optional<TensorData>> m_data;
    };
    /// Values of `outputNames`, in this order; one input for each input name.
    [[nodiscard]] Result<std::unique_ptr<Values>> run(const std::vector<std::string>& inputNames,
        const std::vector<TensorData>& inputs, const std::vector<std::string>& outputNames) const;

private:
    explicit OnnxSession(std::shared_ptr<const OnnxRuntime> runtime)
        : m_runtime(std::move(runtime))
    {
    }
    std::shared_ptr<const OnnxRuntime> m_runtime;
    void* m_session = nullptr;
};

/// Bytes of one element of an ONNX type; 0 for texts and types without whole bytes.
[[nodiscard]] std::size_t onnxElementBytes(int elementType);
/// AscendCL's aclDataType (ge::DataType) and the number of dump files, for an ONNX type; nullopt where there
/// is none.
[[nodiscard]] std::optional<int> geTypeOfOnnx(int elementType);
[[nodiscard]] std::optional<int> fileTypeOfOnnx(int elementType);

} // namespace dumpscope::core
