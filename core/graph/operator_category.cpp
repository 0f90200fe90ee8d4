// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/operator_category.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace dumpscope::core {

namespace {

using Category = OperatorCategory;

/// Parts of types in lower case, the first that is found decides: longer and rarer ones come first.
constexpr std::array<std::pair<std::string_view, Category>, 69> kParts {{
    {"applymomentum", Category::Update},
    {"adam", Category::Update},
    {"sgd", Category::Update},
    {"lamb", Category::Update},
    {"assign", Category::Update},
    {"apply", Category::Update},
    {"crossentropy", Category::Reduction},
    {"loss", Category::Reduction},
    {"softmax", Category::Normalise},
    {"norm", Category::Normalise},
    {"bninfer", Category::Normalise},
    {"bntraining", Category::Normalise},
    {"attention", Category::Matrix},
    {"matmul", Category::Matrix},
    {"bmm", Category::Matrix},
    {"gemm", Category::Matrix},
    {"conv", Category::Matrix},
    {"dense", Category::Matrix},
    {"linear", Category::Matrix},
    {"einsum", Category::Matrix},
    {"relu", Category::Activation},
    {"gelu", Category::Activation},
    {"silu", Category::Activation},
    {"swish", Category::Activation},
    {"swiglu", Category::Activation},
    {"sigmoid", Category::Activation},
    {"tanh", Category::Activation},
    {"softplus", Category::Activation},
    {"mish", Category::Activation},
    {"reduce", Category::Reduction},
    {"pool", Category::Reduction},
    {"argmax", Category::Reduction},
    {"argmin", Category::Reduction},
    {"mean", Category::Reduction},
    {"topk", Category::Reduction},
    {"addn", Category::Arithmetic},
    {"reshape", Category::Layout},
    {"transpose", Category::Layout},
    {"permute", Category::Layout},
    {"transdata", Category::Layout},
    {"concat", Category::Layout},
    {"flatten", Category::Layout},
    {"squeeze", Category::Layout},
    {"expand", Category::Layout},
    {"broadcast", Category::Layout},
    {"slice", Category::Layout},
    {"split", Category::Layout},
    {"stack", Category::Layout},
    {"gather", Category::Layout},
    {"scatter", Category::Layout},
    {"embedding", Category::Layout},
    {"tile", Category::Layout},
    {"pad", Category::Layout},
    {"cast", Category::Layout},
    {"copy", Category::Layout},
    {"view", Category::Layout},
    {"add", Category::Arithmetic},
    {"sub", Category::Arithmetic},
    {"mul", Category::Arithmetic},
    {"div", Category::Arithmetic},
    {"sqrt", Category::Arithmetic},
    {"square", Category::Arithmetic},
    {"pow", Category::Arithmetic},
    {"exp", Category::Arithmetic},
    {"log", Category::Arithmetic},
    {"neg", Category::Arithmetic},
    {"abs", Category::Arithmetic},
    {"maximum", Category::Arithmetic},
    {"minimum", Category::Arithmetic},
}};

} // namespace

OperatorCategory operatorCategory(std::string_view opType)
{
    std::string lower(opType);
    std::ranges::transform(lower, lower.begin(),
        [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    for (const auto& [part, category] : kParts) {
        if (lower.find(part) != std::string::npos)
            return category;
    }
    return lower == "mm" || lower.ends_with("::mm") ? Category::Matrix : Category::Other;
}

} // namespace dumpscope::core
