// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/attribute_inputs.h"

#include <array>
#include <cstdint>

namespace dumpscope::core {

namespace {

constexpr std::size_t kLast = 0; ///< the last input; no attribute stands first

struct AttributeInput {
    std::string_view type; ///< as operatorWord gives it
    std::size_t slot;
    std::string_view key;
};

/// Primitives of MindSpore 2.
constexpr std::array kAttributeInputs {
    AttributeInput {"batchmatmul", 2, "transpose_a"},
    AttributeInput {"batchmatmul", 3, "transpose_b"},
    AttributeInput {"matmul", 2, "transpose_a"},
    AttributeInput {"matmul", 3, "transpose_b"},
    AttributeInput {"biasadd", 2, "data_format"},
    AttributeInput {"concat", kLast, "axis"},
    AttributeInput {"layernorm", 3, "begin_norm_axis"},
    AttributeInput {"layernorm", 4, "begin_params_axis"},
    AttributeInput {"layernorm", 5, "epsilon"},
    AttributeInput {"logsoftmax", 1, "axis"},
    AttributeInput {"round", 1, "decimals"},
    AttributeInput {"softmax", 1, "axis"},
    AttributeInput {"split", 1, "axis"},
    AttributeInput {"split", 2, "output_num"},
    AttributeInput {"stridedslice", 1, "begin"},
    AttributeInput {"stridedslice", 2, "end"},
    AttributeInput {"stridedslice", 3, "strides"},
    AttributeInput {"stridedslice", 4, "begin_mask"},
    AttributeInput {"stridedslice", 5, "end_mask"},
    AttributeInput {"stridedslice", 6, "ellipsis_mask"},
    AttributeInput {"stridedslice", 7, "new_axis_mask"},
    AttributeInput {"stridedslice", 8, "shrink_axis_mask"},
};

/// Numbers of a tensor that may be an attribute; empty for others.
std::vector<double> numbersOf(const Operand& tensor)
{
    constexpr std::uint64_t kMost = 8;
    const bool isWhole = dtypeInfo(tensor.dtype()).kind != DTypeClass::Float;
    std::vector<double> numbers;
    if (tensor.count() > kMost || tensor.shape().size() > 1 || (!isWhole && !tensor.shape().empty()))
        return numbers;
    for (std::uint64_t i = 0; i < tensor.count(); ++i)
        numbers.push_back(tensor.at(i));
    return numbers;
}

} // namespace

void nameAttributeInputs(OperatorCall& call)
{
    for (const AttributeInput& one : kAttributeInputs) {
        if (one.type != call.type || call.inputs.size() < 2)
            continue;
        const std::size_t slot = one.slot == kLast ? call.inputs.size() - 1 : one.slot;
        if (slot >= call.inputs.size() || !call.inputs[slot].tensor || !call.inputs[slot].more.empty()
            || (one.slot == kLast && !call.inputs[slot].tensor->shape().empty()))
            continue;
        std::vector<double> numbers = numbersOf(*call.inputs[slot].tensor);
        if (numbers.empty())
            continue;
        call.named[std::string(one.key)].numbers = std::move(numbers);
        call.inputs[slot] = {};
    }
    while (!call.inputs.empty() && !call.inputs.back().tensor && call.inputs.back().more.empty()
        && call.inputs.back().numbers.empty() && !call.inputs.back().isNone
        && call.inputs.back().word.empty())
        call.inputs.pop_back();
}

} // namespace dumpscope::core
