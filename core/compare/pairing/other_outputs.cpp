// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/other_outputs.h"

#include "base/text.h"
#include "compare/measuring/pair_alignment.h"
#include "compare/suspects/operator_nature.h"
#include "readers/msprobe/msprobe_name.h"
#include "tensor/shape.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace dumpscope::core {

namespace {

/// Whether an operator multiplies and adds up, so that what it gives depends on how many products there are.
bool sumsProducts(std::string_view type)
{
    return operatorNature(type) == OperatorNature::Bilinear && !isElementwiseProduct(type);
}

/// The last part of a name without the number that ATB puts before it.
std::string_view lastPart(std::string_view name)
{
    const auto module = parseMsprobeEntry(name);
    if (module && module->kind == MsprobeEntryName::Kind::Module)
        name = module->path;
    name.remove_prefix(name.find_last_of("./") + 1); // npos + 1 is 0
    const std::size_t number = std::min(name.find_first_not_of("0123456789"), name.size());
    return name.substr(number);
}

bool isActivation(const DumpIndex& index, const TensorRow& row)
{
    constexpr std::string_view kWords
        = " act actfn actfun actfunc activation activationfn activationfunc activationfunction "
          "activationoperation silu siluandmul swish swiglu swigluoperation gelu geluandmul geglu glu ";
    return (row.opType.isValid() && isListedWord(kWords, operatorWord(index.text(row.opType))))
        || isListedWord(kWords, operatorWord(lastPart(index.text(row.opName))));
}

bool isNormalisation(const DumpIndex& index, const TensorRow& row)
{
    return (row.opType.isValid() && containsIgnoreCase(index.text(row.opType), "norm"))
        || containsIgnoreCase(lastPart(index.text(row.opName)), "norm");
}

/// A layer by its number, as `model.layers.3`.
bool isLayer(const DumpIndex& index, const TensorRow& row)
{
    const std::string_view name = index.text(row.opName);
    const std::size_t point = name.rfind('.');
    return point != std::string_view::npos && isDigits(name.substr(point + 1));
}

/// What one execution of an operator is given and gives.
struct CallShapes {
    std::vector<Shape> given, made;

    /// Both halves of a gate, beside one another.
    [[nodiscard]] bool isOfGate() const
    {
        if (given.size() != 1 || made.size() != 1 || given[0].empty() || made[0].empty())
            return false;
        const auto all = elementCount(given[0]), half = elementCount(made[0]);
        return all && half && *half > 0 && *all % 2 == 0 && *all / 2 == *half && given[0].back() % 2 == 0
            && given[0].back() / 2 == made[0].back();
    }
    [[nodiscard]] bool isElementwise() const
    {
        return given.size() == 1 && made.size() == 1 && !made[0].empty() && given == made;
    }
    /// By what it is given; where that was not dumped, by what stands beside it.
    [[nodiscard]] ActivationKind activation(GateProjections& gates, TensorId id) const
    {
        if (given.empty())
            return gates.kindOf(id);
        return isOfGate()     ? ActivationKind::Gated
            : isElementwise() ? ActivationKind::Plain
                              : ActivationKind::Unknown;
    }
    /// Inputs that can be added up to what the first output is made of.
    [[nodiscard]] std::ptrdiff_t terms() const
    {
        return made.empty() ? 0 : std::ranges::count(given, made.front());
    }
    /// Outputs that can be added up.
    [[nodiscard]] std::ptrdiff_t termsMade() const
    {
        return made.empty() ? 0 : std::ranges::count(made, made.front());
    }
};

CallShapes shapesOfCall(const DumpIndex& index, TensorId id)
{
    const TensorRow& own = index.tensor(id);
    const FolderFacts& place = index.factsOf(id);
    CallShapes shapes;
    for (const TensorId other : index.tensorsOfOperator(own.opName)) {
        const TensorRow& row = index.tensor(other);
        const FolderFacts& facts = index.factsOf(other);
        if (row.occurrence != own.occurrence || facts.rank != place.rank || facts.step != place.step
            || facts.run != place.run || (row.io != Io::Output && row.io != Io::Input))
            continue;
        // Of a damaged file nobody knows the shape, so the others do not tell what the call is made of.
        if (!row.shape.isValid())
            return {};
        const auto shape = index.shape(row.shape);
        (row.io == Io::Output ? shapes.made : shapes.given).emplace_back(shape.begin(), shape.end());
    }
    return shapes;
}

bool areBoth(const DumpIndex& target, const DumpIndex& golden, const TensorPair& pair,
    bool (*are)(const DumpIndex&, const TensorRow&))
{
    const TensorRow &x = target.tensor(pair.target), &y = golden.tensor(pair.golden);
    return x.opName.isValid() && y.opName.isValid() && are(target, x) && are(golden, y);
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
                   && !haveFittingShapes(target, golden, pair);
           });
    if (hasOtherOperands)
        return phrase("its operator multiplies other operands than its namesake: where a product is computed "
                      "in parts, these are added up elsewhere");
    return {};
}

Message whyOperatorsDiffer(const DumpIndex& target, const DumpIndex& golden, const TensorPair& pair,
    GateProjections& targetGates, GateProjections& goldenGates)
{
    const bool areLayers = areBoth(target, golden, pair, isLayer);
    if (isSaid(pair.origin) || (!areLayers && !areBoth(target, golden, pair, isActivation)))
        return {};
    const CallShapes own = shapesOfCall(target, pair.target), other = shapesOfCall(golden, pair.golden);
    if (areLayers)
        return (own.termsMade() == 2 && other.termsMade() == 1)
                || (own.termsMade() == 1 && other.termsMade() == 2)
            ? phrase("one side's layer gives the terms of a sum, the other's the sum: they are not the same")
            : Message();
    const ActivationKind kind = own.activation(targetGates, pair.target),
                         otherKind = other.activation(goldenGates, pair.golden);
    if (kind == otherKind || kind == ActivationKind::Unknown || otherKind == ActivationKind::Unknown)
        return {};
    return phrase("one side's operator is given both halves of a gate and multiplies them, the other's is "
                  "given one: they are not the same");
}

Message whyInputsDiffer(const DumpIndex& target, const DumpIndex& golden, const TensorPair& pair)
{
    if (isSaid(pair.origin) || !areBoth(target, golden, pair, isNormalisation))
        return {};
    const std::ptrdiff_t own = shapesOfCall(target, pair.target).terms(),
                         other = shapesOfCall(golden, pair.golden).terms();
    if (own == other || own == 0 || other == 0)
        return {};
    return phrase("one side's normalisation is given the terms of a sum, the other's the sum: what goes in "
                  "is not the same");
}

} // namespace dumpscope::core
