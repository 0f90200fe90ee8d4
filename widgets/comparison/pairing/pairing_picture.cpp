// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/pairing/pairing_picture.h"

#include "base/text.h"
#include "compare/pairing/sequence_aligner.h"
#include "readers/msprobe/msprobe_name.h"
#include "tensor/shape.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace dumpscope::gui {

namespace {

/// The operators of one side by name, in the order they come first.
class SideOperators {
public:
    SideOperators(const core::ComparisonSide& side, std::vector<PairingPicture::Operator>& made,
        PairingPicture::Names& byName, std::pmr::memory_resource* memory)
        : m_index(*side.index)
        , m_byName(byName)
    {
        for (const core::TensorId id : side.tensors()) {
            const core::TensorRow& row = m_index.tensor(id);
            if (!row.opName.isValid())
                continue;
            const auto [known, isNew]
                = m_byName.try_emplace(row.opName.value(), static_cast<std::uint32_t>(made.size()));
            if (isNew)
                made.push_back({m_index.text(row.opName),
                    row.opType.isValid() ? m_index.text(row.opType) : std::string_view(), {}, {},
                    std::pmr::vector<std::uint32_t>(memory)});
            PairingPicture::Operator& op = made[known->second];
            if (op.shape.empty() && row.io == core::Io::Output && row.shape.isValid())
                op.shape = core::shapeText(m_index.shape(row.shape));
        }
    }
    /// Number of the operator of a tensor; nullopt where it has none.
    [[nodiscard]] std::optional<std::uint32_t> of(core::TensorId id) const
    {
        const core::TensorRow& row = m_index.tensor(id);
        const auto found = row.opName.isValid() ? m_byName.find(row.opName.value()) : m_byName.end();
        return found == m_byName.end() ? std::nullopt : std::optional(found->second);
    }

private:
    const core::DumpIndex& m_index;
    PairingPicture::Names& m_byName;
};

void explain(const std::vector<core::UnpairedTensor>& unpaired, const SideOperators& operators,
    std::vector<PairingPicture::Operator>& made)
{
    for (const core::UnpairedTensor& tensor : unpaired) {
        const auto op = operators.of(tensor.id);
        if (op && !made[*op].isPaired() && made[*op].reason.empty())
            made[*op].reason = tensor.reason;
    }
}

// Pairs whose order is the same on both sides share a line; what stands between them comes first.
void layOut(PairingPicture& picture)
{
    std::vector<std::pair<std::uint32_t, std::uint32_t>> first;
    for (std::uint32_t op = 0; op < picture.target.size(); ++op) {
        if (!picture.target[op].links.empty())
            first.emplace_back(op, picture.links[picture.target[op].links.front()].golden);
    }
    const auto anchors = core::longestAscending(first);
    picture.lineOfTarget.resize(picture.target.size());
    picture.lineOfGolden.resize(picture.golden.size());
    std::uint32_t t = 0, g = 0;
    const auto place = [&](std::int32_t target, std::int32_t golden) {
        const auto line = static_cast<std::uint32_t>(picture.lines.size());
        if (target >= 0)
            picture.lineOfTarget[static_cast<std::size_t>(target)] = line;
        if (golden >= 0)
            picture.lineOfGolden[static_cast<std::size_t>(golden)] = line;
        picture.lines.push_back({target, golden});
    };
    // Neither side has a claim to the other's line: both are free there.
    const auto placeUntil = [&](std::uint32_t targetEnd, std::uint32_t goldenEnd) {
        while (t < targetEnd || g < goldenEnd)
            place(t < targetEnd ? static_cast<std::int32_t>(t++) : -1,
                g < goldenEnd ? static_cast<std::int32_t>(g++) : -1);
    };
    for (const auto& [target, golden] : anchors) {
        placeUntil(target, golden);
        place(static_cast<std::int32_t>(t++), static_cast<std::int32_t>(g++));
    }
    placeUntil(
        static_cast<std::uint32_t>(picture.target.size()), static_cast<std::uint32_t>(picture.golden.size()));
}

double nameLikeness(std::string_view a, std::string_view b)
{
    const auto tail
        = [](std::string_view name) { return core::asciiLower(name.substr(name.rfind('/') + 1)); };
    const auto likeness = [](const std::string& x, const std::string& y) {
        const std::size_t longest = std::max<std::size_t>({x.size(), y.size(), 1});
        const std::size_t distance = core::editDistance(x, y, std::min<std::size_t>(longest, 24));
        return 1 - std::min(1.0, static_cast<double>(distance) / static_cast<double>(longest));
    };
    return std::max(likeness(tail(a), tail(b)), likeness(core::asciiLower(a), core::asciiLower(b)));
}

} // namespace

std::optional<std::uint32_t> PairingPicture::find(
    bool isTarget, const core::DumpIndex& index, core::StringId name) const
{
    const auto& names = isTarget ? targetNames : goldenNames;
    const auto& all = isTarget ? target : golden;
    const auto found = name.isValid() ? names.find(name.value()) : names.end();
    // A root that was read anew counts its names in another way.
    return found != names.end() && all[found->second].name == index.text(name) ? std::optional(found->second)
                                                                               : std::nullopt;
}

std::vector<core::TensorId> PairingPicture::tensorsOf(bool isTarget, std::uint32_t op) const
{
    const auto& names = isTarget ? targetNames : goldenNames;
    const auto name = std::ranges::find(names, op, [](const auto& known) { return known.second; });
    if (name == names.end())
        return {};
    const auto tensors
        = (isTarget ? targetIndex : goldenIndex)->tensorsOfOperator(core::StringId(name->first));
    return {tensors.begin(), tensors.end()};
}

bool PairingPicture::hasTensor(bool isTarget, std::uint32_t op, const QString& id) const
{
    const core::DumpIndex& index = isTarget ? *targetIndex : *goldenIndex;
    return std::ranges::any_of(tensorsOf(isTarget, op),
        [&](core::TensorId tensor) { return index.tensorId(tensor) == id.toStdString(); });
}

core::Result<PairingPicture> makePairingPicture(const core::Comparison& comparison, core::TaskContext& task)
{
    PairingPicture picture;
    const core::PairTable& pairs = *comparison.pairs;
    picture.targetIndex = pairs.target().index;
    picture.goldenIndex = pairs.golden().index;
    std::pmr::memory_resource* const memory = picture.memory.get();
    const SideOperators targets(pairs.target(), picture.target, picture.targetNames, memory);
    const SideOperators goldens(pairs.golden(), picture.golden, picture.goldenNames, memory);
    std::pmr::monotonic_buffer_resource own;
    std::pmr::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> known(&own);
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        if (row % 4096 == 0 && task.stop.stop_requested())
            return core::fail(core::Code::Cancelled, core::phrase("cancelled"));
        const core::PairResult& result = pairs.row(row);
        const auto target = targets.of(result.pair.target), golden = goldens.of(result.pair.golden);
        if (!target || !golden)
            continue;
        const auto [place, isNew]
            = known.try_emplace({*target, *golden}, static_cast<std::uint32_t>(picture.links.size()));
        if (isNew) {
            picture.links.push_back({*target, *golden, result.pair.origin, result.pair.confidence,
                result.pair.reason, result.verdict, 0, row});
            picture.target[*target].links.push_back(place->second);
            picture.golden[*golden].links.push_back(place->second);
        }
        PairingPicture::Link& link = picture.links[place->second];
        ++link.pairs;
        if (result.pair.confidence < link.confidence) {
            link.origin = result.pair.origin;
            link.confidence = result.pair.confidence;
            link.reason = result.pair.reason;
        }
        if (result.verdict == core::Verdict::Fail && link.verdict != core::Verdict::Fail) {
            link.verdict = result.verdict;
            link.row = row;
        }
    }
    explain(comparison.unpairedTarget, targets, picture.target);
    explain(comparison.unpairedGolden, goldens, picture.golden);
    const auto isPaired = [](const PairingPicture::Operator& op) { return op.isPaired(); };
    picture.pairedTargets = static_cast<std::size_t>(std::ranges::count_if(picture.target, isPaired));
    picture.pairedGoldens = static_cast<std::size_t>(std::ranges::count_if(picture.golden, isPaired));
    layOut(picture);
    return picture;
}

namespace {

/// Of the gradients of an operator, as msprobe names them.
bool goesBackward(std::string_view name)
{
    const auto entry = core::parseMsprobeEntry(name);
    return entry && entry->isBackward;
}

} // namespace

core::Result<std::vector<PairingCandidate>> pairingCandidates(
    const PairingPicture& picture, bool isTarget, std::uint32_t op, std::size_t most, core::TaskContext& task)
{
    const auto& own = isTarget ? picture.target : picture.golden;
    const auto& others = isTarget ? picture.golden : picture.target;
    const auto& ownLines = isTarget ? picture.lineOfTarget : picture.lineOfGolden;
    const auto& otherLines = isTarget ? picture.lineOfGolden : picture.lineOfTarget;
    const PairingPicture::Operator& wanted = own[op];
    // Comparing names is what takes time: each has the best confidence its name could give, until it is
    // asked.
    std::vector<PairingCandidate> open;
    open.reserve(others.size());
    const auto partnership = [&](std::uint32_t other) {
        return std::ranges::find_if(wanted.links, [&](std::uint32_t link) {
            return (isTarget ? picture.links[link].golden : picture.links[link].target) == other;
        });
    };
    const auto confidence = [&](const PairingCandidate& candidate, double likeness) {
        const PairingPicture::Operator& other = others[candidate.op];
        // Of a pair that there is, it is known.
        if (const auto link = partnership(candidate.op); link != wanted.links.end())
            return picture.links[*link].confidence;
        const double away
            = std::abs(static_cast<double>(ownLines[op]) - static_cast<double>(otherLines[candidate.op]));
        const double sum = 0.4 * likeness + (candidate.hasSameShape ? 0.25 : 0)
            + (candidate.hasSameType ? 0.2 : 0) + 0.15 / (1 + away / 4);
        // Who has a partner already is wanted by somebody else.
        return other.isPaired() ? sum * 0.6 : sum;
    };
    const bool isBackward = goesBackward(wanted.name);
    for (std::uint32_t i = 0; i < others.size(); ++i) {
        const PairingPicture::Operator& other = others[i];
        PairingCandidate candidate {i};
        candidate.isPartner = partnership(i) != wanted.links.end();
        // What has the values of the one has none of the other's.
        if (!candidate.isPartner && goesBackward(other.name) != isBackward)
            continue;
        candidate.hasSameType = !wanted.type.empty() && core::equalsIgnoreCase(wanted.type, other.type);
        candidate.hasSameShape = !wanted.shape.empty() && wanted.shape == other.shape;
        candidate.confidence = confidence(candidate, 1);
        open.push_back(candidate);
    }
    const auto isBetter = [](const PairingCandidate& a, const PairingCandidate& b) {
        if (a.isPartner != b.isPartner)
            return a.isPartner;
        return a.confidence != b.confidence ? a.confidence > b.confidence : a.op < b.op;
    };
    const auto isWorse = [&](const PairingCandidate& a, const PairingCandidate& b) { return isBetter(b, a); };
    std::make_heap(open.begin(), open.end(), isWorse);
    std::vector<PairingCandidate> best;
    while (!open.empty() && most > 0 && (best.size() < most || isBetter(open.front(), best.back()))) {
        if (open.size() % 256 == 0 && task.stop.stop_requested())
            return core::fail(core::Code::Cancelled, core::phrase("cancelled"));
        std::pop_heap(open.begin(), open.end(), isWorse);
        PairingCandidate candidate = open.back();
        open.pop_back();
        candidate.confidence = confidence(candidate, nameLikeness(wanted.name, others[candidate.op].name));
        best.insert(std::lower_bound(best.begin(), best.end(), candidate, isBetter), candidate);
        best.resize(std::min(best.size(), most));
    }
    return best;
}

} // namespace dumpscope::gui
