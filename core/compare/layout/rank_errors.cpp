// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/rank_errors.h"

#include "compare/layout/assembly.h"
#include "compare/limits/usual_error.h"
#include "compare/suspects/tensor_error.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace dumpscope::core {

namespace {

/// The error of a tensor of a rank in a pair.
struct Share {
    std::uint32_t row = 0;
    std::int64_t rank = 0;
    float error = 0;
    bool isOfWhole = false;
};

float errorOfPair(const PairTable& pairs, std::size_t row)
{
    const TensorError error = tensorError(pairs, row);
    if (error.isBroken)
        return std::numeric_limits<float>::infinity();
    return error.hasNumbers ? static_cast<float>(error.relative) : std::numeric_limits<float>::quiet_NaN();
}

void addShares(std::vector<Share>& shares, const PairTable& pairs, std::uint32_t row)
{
    const DumpIndex& target = *pairs.target().index;
    const TensorPair& pair = pairs.row(row).pair;
    const auto add = [&](TensorId id, double error, bool isOfWhole) {
        const auto rank = target.factsOf(id).rank;
        if (rank && !std::isnan(error))
            shares.push_back({row, *rank, static_cast<float>(error), isOfWhole});
    };
    if (!isTargetPutTogether(pair))
        return add(pair.target, errorOfPair(pairs, row), false);
    const Assembly& assembly = *pair.hint->assembly;
    const auto isOff = [](const AssemblyPart& part) { return part.error > 0; };
    // What a pairing file says was not measured by part.
    const bool isByPart = !assembly.isAdded() && assembly.basis != AssemblyBasis::Said
        && (assembly.error == 0 || std::ranges::any_of(assembly.parts, isOff));
    const bool isSaid = assembly.basis == AssemblyBasis::Said;
    const double whole = isSaid ? static_cast<double>(errorOfPair(pairs, row)) : assembly.error;
    for (const AssemblyPart& part : assembly.parts)
        add(part.id, isByPart ? part.error : whole, !isByPart && assembly.parts.size() > 1);
}

} // namespace

Result<RankErrors> rankErrors(const PairTable& pairs, TaskContext& task)
{
    constexpr std::size_t kRowsBetweenChecks = 1024;
    const DumpIndex& golden = *pairs.golden().index;
    std::vector<Share> shares;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        if (row % kRowsBetweenChecks == 0)
            TRY_VOID(task.checkStop());
        addShares(shares, pairs, static_cast<std::uint32_t>(row));
    }
    std::ranges::stable_sort(
        shares, {}, [&](const Share& share) { return placeInRun(golden, pairs.row(share.row).pair.golden); });
    TRY_VOID(task.checkStop());
    std::vector<TensorId> goldens;
    std::vector<float> errors;
    std::set<std::int64_t> ranks;
    for (const Share& share : shares) {
        goldens.push_back(pairs.row(share.row).pair.golden);
        errors.push_back(share.error);
        ranks.insert(share.rank);
    }
    ExecutionRows modules = executionRows(golden, goldens);
    RankErrors made {
        std::move(modules.rows), {ranks.begin(), ranks.end()}, {}, usualError(std::move(errors))};
    made.cells.resize(made.modules.size() * made.ranks.size());
    for (std::size_t i = 0; i < shares.size(); ++i) {
        const Share& share = shares[i];
        const auto rank
            = static_cast<std::size_t>(std::ranges::lower_bound(made.ranks, share.rank) - made.ranks.begin());
        RankErrors::Cell& cell = made.cells[rank * made.modules.size() + modules.rowOf[i]];
        if (std::isnan(cell.error) || share.error > cell.error)
            cell = {share.error, share.row, share.isOfWhole};
    }
    return made;
}

} // namespace dumpscope::core
