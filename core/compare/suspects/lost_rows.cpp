// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/lost_rows.h"

#include "compare/suspects/suspect_text.h"
#include "compare/suspects/tensor_error.h"

#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace dumpscope::core {

namespace {

/// Type, step.
using Kind = std::pair<std::string_view, std::optional<std::int64_t>>;

struct Picked {
    std::optional<std::size_t> less, more; ///< first rows of the pair table
    double sum = 0;                        ///< rows beyond golden's
};

/// Rows that parts of a batch or of ranks have are a share of golden's.
bool isShare(double own, double golden)
{
    return std::fmod(std::fmax(own, golden), std::fmax(std::fmin(own, golden), 1)) == 0;
}

/// How often operators of a type run in each step, over all ranks.
std::map<Kind, std::size_t> callsOf(const DumpIndex& index)
{
    std::set<std::tuple<FolderId, StringId, std::uint32_t>> seen;
    std::map<Kind, std::size_t> calls;
    for (std::uint32_t i = 0; i < index.tensorCount(); ++i) {
        const TensorRow& row = index.tensor(TensorId(i));
        if (row.opName.isValid() && row.opType.isValid()
            && seen.emplace(row.folder, row.opName, row.occurrence).second)
            ++calls[{index.text(row.opType), index.factsOf(TensorId(i)).step}];
    }
    return calls;
}

std::map<Kind, Picked> pickedRows(const PairTable& pairs)
{
    const DumpIndex& index = *pairs.target().index;
    std::map<Kind, Picked> picked;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const TensorError error = tensorError(pairs, row);
        const TensorId id = pairs.row(row).pair.target;
        const TensorRow& tensor = index.tensor(id);
        if (error.moreRows == 0 || !error.isInteger || tensor.io != Io::Input || !tensor.opType.isValid()
            || isShare(error.rows + error.moreRows, error.rows))
            continue;
        Picked& own = picked[{index.text(tensor.opType), index.factsOf(id).step}];
        own.sum += error.moreRows;
        std::optional<std::size_t>& first = error.moreRows < 0 ? own.less : own.more;
        first = first.value_or(row);
    }
    return picked;
}

} // namespace

void nameLostRows(const PairTable& pairs, Suspicion& suspicion)
{
    if (!suspicion.suspects.empty() || suspicion.choice > 0)
        return;
    const auto picked = pickedRows(pairs);
    if (picked.empty())
        return;
    const DumpIndex& index = *pairs.target().index;
    const auto calls = callsOf(index), goldens = callsOf(*pairs.golden().index);
    std::optional<std::size_t> first;
    for (const auto& [kind, own] : picked) {
        const auto golden = goldens.find(kind);
        // One that has no rows at all may not run.
        if (own.sum == 0 || golden == goldens.end() || golden->second != calls.at(kind))
            continue;
        const auto row = own.sum < 0 ? own.less : own.more;
        if (row && (!first || *row < *first))
            first = row;
    }
    if (!first)
        return;
    const TensorId id = pairs.row(*first).pair.target;
    const TensorRow& row = index.tensor(id);
    const TensorError error = tensorError(pairs, *first);
    Suspect suspect;
    suspect.opName = index.text(row.opName);
    suspect.opType = index.text(row.opType);
    suspect.rank = index.factsOf(id).rank;
    suspect.step = index.factsOf(id).step;
    suspect.score = kInfiniteError;
    suspect.reason = SuspectReason::ShapeChange;
    suspect.hasWrongInput = true;
    suspect.pairs = {*first};
    suspect.why
        = phrase("%1 picks %2 rows, golden's %3, and no other operator of its kind picks the difference: "
                 "rows are lost or added, as where tokens exceed what an expert takes",
            tensorPlace(row), static_cast<std::int64_t>(error.rows + error.moreRows),
            static_cast<std::int64_t>(error.rows));
    suspect.whyMade = suspect.why;
    suspicion.suspects.push_back(std::move(suspect));
}

} // namespace dumpscope::core
