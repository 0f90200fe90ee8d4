// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/loss_arguments.h"

#include <algorithm>

namespace dumpscope::core {

std::optional<LossArguments> lossArguments(const OperatorCall& call)
{
    const Operand *x = call.tensor(0), *y = call.tensor(1, {"target"});
    // Weights of classes or elements stand there, or have a name.
    const bool hasOthers = std::ranges::any_of(call.named,
        [](const auto& argument) { return argument.second.tensor && argument.first != "target"; });
    if (x == nullptr || y == nullptr || !call.endsAt(2) || hasOthers)
        return std::nullopt;
    const auto numberOr = [&](std::size_t slot, std::string_view name, double usual) {
        const std::vector<double> said = call.numbers(slot, {name});
        return said.size() == 1 ? said.front() : usual;
    };
    constexpr double kIgnored = -100; // of PyTorch
    constexpr std::size_t kNoSlot = ~std::size_t {0}, kOfIgnored = 4, kOfSmoothing = 7;
    return LossArguments {x, y, numberOr(kOfIgnored, "ignore_index", kIgnored),
        numberOr(kOfSmoothing, "label_smoothing", 0), std::string(call.word(kNoSlot, "reduction"))};
}

} // namespace dumpscope::core
