// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/other_outputs.h"

#include "compare/pair_alignment.h"
#include "compare/suspects/operator_nature.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace dumpscope::core {

namespace {

/// Whether an operator multiplies and adds up, so that what it gives depends on how many products there are.
bool sumsProducts(std::string_view type)
{
    return operatorNature(type) == OperatorNature::Bilinear && !isElementwiseProduct(type);
}

/// Whether the operator of these pairs is given both halves of a gate on one side, as `SiluAndMul`, and on
/// the other what it is applied to element by element: outputs have the same shape, and are not the same.
bool isGateOfOneSide(const DumpIndex& target, const DumpIndex& golden, std::span<const TensorPair> pairs)
{
    std::optional<std::pair<Shape, Shape>> given, made; // target's, golden's
    for (const TensorPair& pair : pairs) {
        const TensorRow &x = target.tensor(pair.target), &y = golden.tensor(pair.golden);
        if (!x.shape.isValid() || !y.shape.isValid() || isSaid(pair.origin))
            return false;
        const auto &a = target.shape(x.shape), &b = golden.shape(y.shape);
        auto& shapes = x.io == Io::Output ? made : given;
        if (shapes || (x.io != Io::Output && x.io != Io::Input))
            return false; // one in, one out
        shapes.emplace(Shape(a.begin(), a.end()), Shape(b.begin(), b.end()));
    }
    if (!given || !made || made->first != made->second || made->first.empty())
        return false;
    Shape both = made->first;
    both.back() *= 2;
    return (given->first == both && given->second == made->second)
        || (given->second == both && given->first == made->first);
}

} // namespace

bool isSaid(PairOrigin origin)
{
    return origin == PairOrigin::Manual || origin == PairOrigin::Mapping || origin == PairOrigin::Fusion;
}

Message whyOutputsDiffer(const DumpIndex& target, const DumpIndex& golden, std::span<const TensorPair> pairs)
{
    const auto isGiven = [](const TensorRow& row) { return row.io == Io::Input || row.io == Io::Argument; };
    const StringId type = target.tensor(pairs.front().target).opType;
    const bool hasOtherOperands = type.isValid() && sumsProducts(target.text(type))
        && std::ranges::any_of(pairs, [&](const TensorPair& pair) {
               return isGiven(target.tensor(pair.target)) && !isSaid(pair.origin)
                   && !recordedAlignment(target, golden, pair).mismatch.empty();
           });
    if (hasOtherOperands)
        return phrase("its operator multiplies other operands than its namesake: where a product is computed "
                      "in parts, these are added up elsewhere");
    if (isGateOfOneSide(target, golden, pairs))
        return phrase(
            "one side's operator is given both halves of a gate and multiplies them, the other's is "
            "given one: what they give is not the same");
    return {};
}

} // namespace dumpscope::core
