// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/measuring/last_tokens.h"

namespace dumpscope::core {

namespace {

/// Of [sequences, tokens, features].
TensorView lastTokensOf(const TensorView& whole)
{
    const std::int64_t tokens = whole.shape[1], features = whole.shape[2];
    TensorView view = whole;
    view.shape = {whole.shape[0], features};
    view.storage.storageShape = view.shape;
    view.strides = {tokens * features, 1};
    view.firstElement = static_cast<std::uint64_t>((tokens - 1) * features);
    return view;
}

bool areTokensBeside(const TensorView& last, const TensorView& whole)
{
    constexpr std::int64_t kLeastFeatures = 8; // fewer may be near one another by chance
    return last.shape.size() == 2 && whole.shape.size() == 3 && last.shape[0] == whole.shape[0]
        && last.shape[1] == whole.shape[2] && last.shape[1] >= kLeastFeatures && whole.shape[1] > 1
        && whole.strides.empty() && !whole.isRearranged();
}

} // namespace

std::optional<Reconciled> atLastTokens(const TensorView& target, const TensorView& golden)
{
    if (areTokensBeside(target, golden))
        return Reconciled {target, lastTokensOf(golden),
            {phrase("golden's last token of each sequence is taken: the target has one vector of each "
                    "sequence, and it is near these")},
            {}, false};
    if (areTokensBeside(golden, target))
        return Reconciled {lastTokensOf(target), golden,
            {phrase("the target's last token of each sequence is taken: golden has one vector of each "
                    "sequence, and it is near these")},
            {}, false};
    return std::nullopt;
}

bool followsLastTokens(const Measurement& measured)
{
    constexpr double kNear = 0.5; // independent vectors are off by √2
    const auto& figures = measured.figures;
    return figures && figures->hasNorm && !figures->nonFiniteDiffers && figures->goldenNorm > 0
        && figures->errorNorm < kNear * figures->goldenNorm;
}

} // namespace dumpscope::core
