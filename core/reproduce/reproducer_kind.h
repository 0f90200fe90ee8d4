// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_writer.h"
#include "base/task.h"
#include "reproduce/recorded_call.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// What is to be run alone, and what is known about it.
struct ReproducedOperator {
    std::shared_ptr<const DumpIndex> index; ///< the target
    TensorId tensor;                        ///< the output that is accused
    RecordedCall call;
    std::vector<std::string> models; ///< ONNX files besides those of the dump

    /// Position of the accused output among the outputs; 0 where it is not recorded.
    [[nodiscard]] std::int32_t slot() const { return std::max(index->tensor(tensor).slot, 0); }
};

/// How a kind of program runs it: what its folder holds besides tensors, script and README.
struct ReproducerPlan {
    struct File {
        std::string name, content;
    };
    std::vector<File> files;
    /// Members of call.json that only the script of this kind reads.
    std::function<void(JsonWriter&)> members;
};

/// A kind of program that can run one operator alone. Its script is resources/reproduce/<id>.py. A file
/// `foo_reproducer.cpp` of this folder defines `void register_foo_reproducer(ReproducerKinds&)`. Stateless;
/// thread-safe.
class ReproducerKind {
public:
    virtual ~ReproducerKind() = default;
    [[nodiscard]] virtual std::string_view id() const = 0;
    [[nodiscard]] virtual std::string_view program() const = 0;  ///< "PyTorch"
    [[nodiscard]] virtual std::string_view howToRun() const = 0; ///< lines of a shell
    /// Those with a smaller number are tried first: they know more of the operator.
    [[nodiscard]] virtual int preference() const = 0;
    /// Errors: Code::Unsupported where this kind does not know the operator, or not enough was recorded.
    [[nodiscard]] virtual Result<ReproducerPlan> plan(
        const ReproducedOperator& wanted, TaskContext& task) const = 0;
};

class ReproducerKinds {
public:
    void add(std::unique_ptr<const ReproducerKind> kind) { m_kinds.push_back(std::move(kind)); }
    [[nodiscard]] const std::vector<std::unique_ptr<const ReproducerKind>>& all() const { return m_kinds; }

private:
    std::vector<std::unique_ptr<const ReproducerKind>> m_kinds;
};

/// Generated: calls every register_* function.
void registerReproducerKinds(ReproducerKinds& kinds);

/// "pytorch" or "mindspore" of a dump of msprobe; empty: not recorded, or another dump.
[[nodiscard]] std::string msprobeFramework(const DumpIndex& index);

/// Errors: Code::Unsupported where a position is missing, so that what follows would move up.
[[nodiscard]] Result<void> checkPositions(const std::vector<RecordedArgument>& arguments);

} // namespace dumpscope::core
