// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/looked_up_ids.h"

#include "compare/layout/assembly.h"
#include "compare/suspects/operator_nature.h"
#include "compare/suspects/tensor_error.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dumpscope::core {

namespace {

using Values = std::vector<float>;

/// What says which rows of a table are looked up: the other input of the call that is given the table.
std::optional<TensorId> idsBeside(const DumpIndex& index, TensorId table)
{
    const TensorRow& own = index.tensor(table);
    for (const TensorId id : index.tensorsOfOperator(own.opName)) {
        const TensorRow& row = index.tensor(id);
        if (row.folder == own.folder && row.occurrence == own.occurrence && row.io == Io::Input
            && row.dtype != DType::Bool && !isFloating(row.dtype))
            return id;
    }
    return std::nullopt;
}

/// Empty where they cannot be read.
Values idsIn(const TensorStore& store, TensorId id, TaskContext& task)
{
    constexpr std::uint64_t kMost = 64U << 20U;
    const TensorRow& row = store.index().tensor(id);
    if (row.state != TensorState::Ok || row.bytes > kMost)
        return {};
    auto values = valuesOf(store, id, task);
    return values ? std::move(*values) : Values();
}

/// The ids that a rank was given, where golden's stand in its part of the table. Those of others are 0 there.
struct IdsOfRank {
    TensorId id;
    Values values;
    std::size_t right = 0; ///< beyond 0, which ids of others are, too
    std::size_t wrong = 0;
    std::optional<float> shift; ///< of all that are wrong and not 0
    bool isShifted = true;

    void add(std::size_t place, float wanted)
    {
        const float own = values[place];
        if (own == wanted) {
            right += own != 0 ? 1 : 0;
            return;
        }
        ++wrong;
        if (own == 0)
            return;
        isShifted = isShifted && own - wanted == shift.value_or(own - wanted);
        shift = own - wanted;
    }
};

class Lookup {
public:
    Lookup(const PairTable& pairs, std::size_t row, TaskContext& task)
        : m_assembly(*pairs.row(row).pair.hint->assembly)
        , m_target(pairs.target().index)
    {
        const TensorStore golden(pairs.golden().index);
        const auto ids = idsBeside(*pairs.golden().index, pairs.row(row).pair.golden);
        if (ids)
            m_golden = idsIn(golden, *ids, task);
        for (const AssemblyPart& part : m_assembly.parts) {
            const auto own = idsBeside(m_target.index(), part.id);
            IdsOfRank& rank = m_ranks.emplace_back();
            rank.id = own.value_or(TensorId());
            if (own)
                rank.values = idsIn(m_target, *own, task);
        }
    }

    /// Holds every id against golden's. False: they cannot be.
    bool run()
    {
        if (m_golden.empty() || !std::ranges::all_of(m_ranks, [&](const IdsOfRank& one) {
                return one.values.size() == m_golden.size();
            }))
            return false;
        const auto rows = static_cast<std::size_t>(m_assembly.shape.front());
        std::vector<std::optional<std::pair<std::size_t, float>>> owners(rows); // part, row of it
        for (std::size_t part = 0; part < m_assembly.parts.size(); ++part) {
            const auto& places = m_assembly.parts[part].places;
            for (std::size_t local = 0; local < places.size(); ++local) {
                if (const auto at = static_cast<std::size_t>(places[local]); places[local] >= 0 && at < rows)
                    owners[at] = {part, static_cast<float>(local)};
            }
        }
        for (std::size_t i = 0; i < m_golden.size(); ++i) {
            const auto id = static_cast<std::size_t>(std::max(m_golden[i], 0.0F));
            if (id >= rows || !owners[id])
                return false;
            m_ranks[owners[id]->first].add(i, owners[id]->second);
        }
        return true;
    }

    /// The rank that looks up rows beside golden's, by the same number everywhere, while others do not.
    [[nodiscard]] const IdsOfRank* shifted() const
    {
        constexpr std::size_t kFew = 3;
        const IdsOfRank* found = nullptr;
        for (const IdsOfRank& one : m_ranks) {
            if (one.wrong == 0)
                continue;
            if (found || one.right > 0 || one.wrong < kFew || !one.shift || !one.isShifted)
                return nullptr;
            found = &one;
        }
        return found;
    }
    [[nodiscard]] const IdsOfRank* firstWrong() const
    {
        const auto found = std::ranges::find_if(m_ranks, [](const IdsOfRank& one) { return one.wrong > 0; });
        return found == m_ranks.end() ? nullptr : &*found;
    }
    [[nodiscard]] std::size_t wrong() const
    {
        std::size_t count = 0;
        for (const IdsOfRank& one : m_ranks)
            count += one.wrong;
        return count;
    }
    [[nodiscard]] std::size_t all() const { return m_golden.size(); }

private:
    const Assembly& m_assembly;
    TensorStore m_target;
    Values m_golden;
    std::vector<IdsOfRank> m_ranks; ///< of each part
};

/// The pair that shows it: of what golden's lookup gives, else of the table.
std::size_t shownBy(const PairTable& pairs, std::size_t table)
{
    const DumpIndex& golden = *pairs.golden().index;
    const TensorRow& own = golden.tensor(pairs.row(table).pair.golden);
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const TensorRow& other = golden.tensor(pairs.row(row).pair.golden);
        if (other.folder == own.folder && other.opName == own.opName && other.occurrence == own.occurrence
            && other.io == Io::Output)
            return row;
    }
    return table;
}

/// Whether the row is of the table of a lookup, all of which the target has.
bool isTable(const PairTable& pairs, std::size_t row)
{
    const TensorPair& pair = pairs.row(row).pair;
    const DumpIndex& golden = *pairs.golden().index;
    const TensorRow& tensor = golden.tensor(pair.golden);
    return tensor.opType.isValid() && operatorWord(golden.text(tensor.opType)) == "embedding"
        && tensor.io == Io::Input && isFloating(tensor.dtype) && golden.shape(tensor.shape).size() == 2
        && !(isPutTogether(pair) && pair.hint->assembly->isOfGolden);
}

/// Whether several ranks have the rows of it.
bool isShared(const TensorPair& pair)
{
    if (!isPutTogether(pair))
        return false;
    const Assembly& assembly = *pair.hint->assembly;
    return assembly.basis == AssemblyBasis::Values && !assembly.isOfReplicas() && !assembly.isAdded()
        && !assembly.isOfStatistics && assembly.parts.size() > 1 && assembly.shape.size() == 2
        && assembly.along == 0;
}

/// Whether one rank has all of it.
bool isWhole(const TensorPair& pair)
{
    return !isPutTogether(pair) || pair.hint->assembly->kind == AssemblyKind::Same
        || pair.hint->assembly->kind == AssemblyKind::Replicated;
}

/// How many ids one side has more than the other, beside those that fill up rows.
class OtherIds {
public:
    /// `width`: the length of a row.
    OtherIds(const Values& ids, const Values& others, std::size_t width)
    {
        std::map<float, std::size_t> more;
        for (const float id : ids)
            ++more[id];
        for (const float id : others) {
            if (const auto at = more.find(id); at != more.end() && --at->second == 0)
                more.erase(at);
        }
        const auto most = std::ranges::max_element(more, {}, [](const auto& one) { return one.second; });
        for (const auto& [id, number] : more)
            m_count += number;
        if (most != more.end() && isAtEnd(most->first, ids, width))
            m_count -= most->second;
    }
    [[nodiscard]] std::size_t count() const { return m_count; }

private:
    static bool isAtEnd(float id, const Values& ids, std::size_t width)
    {
        for (std::size_t i = 0; width > 0 && i + width <= ids.size(); i += width) {
            if (ids[i] == id || ids[i + width - 1] == id)
                return true;
        }
        return false;
    }

    std::size_t m_count = 0;
};

/// The call that is given the table, with what it is given on the target's side.
Suspect suspectAt(const PairTable& pairs, std::size_t table, TensorId ids)
{
    const DumpIndex& index = *pairs.target().index;
    const TensorRow& row = index.tensor(ids);
    Suspect suspect;
    suspect.opName = index.text(row.opName);
    suspect.opType = row.opType.isValid() ? std::string(index.text(row.opType)) : std::string();
    suspect.rank = index.factsOf(ids).rank;
    suspect.step = index.factsOf(ids).step;
    suspect.score = kInfiniteError;
    suspect.hasWrongInput = true;
    suspect.reason = SuspectReason::WrongChoice;
    suspect.targetOnly = ids;
    suspect.pairs = {shownBy(pairs, table)};
    return suspect;
}

std::optional<Suspect> ofShared(const PairTable& pairs, std::size_t table, TaskContext& task)
{
    Lookup lookup(pairs, table, task);
    const IdsOfRank* const wrong = lookup.run() ? lookup.firstWrong() : nullptr;
    if (!wrong)
        return std::nullopt;
    const IdsOfRank* const shifted = lookup.shifted();
    Suspect suspect = suspectAt(pairs, table, shifted ? shifted->id : wrong->id);
    if (shifted)
        suspect.reason = SuspectReason::WrongInput;
    suspect.why = shifted
        ? phrase("every id is off by %1 from golden's row in the rank's part of the table, those of other "
                 "ranks are right: where its part begins is wrong",
            static_cast<std::int64_t>(*shifted->shift))
        : phrase("%1 of %2 ids look up other rows of the table than golden's: the runs were given other data",
            lookup.wrong(), lookup.all());
    return suspect;
}

/// Ids that stand elsewhere, packed or in another order, are the same. Parts of them that ranks and steps
/// have are not put together here.
std::optional<Suspect> ofWhole(const PairTable& pairs, std::size_t table, TaskContext& task)
{
    const TensorPair& pair = pairs.row(table).pair;
    const DumpIndex &target = *pairs.target().index, &golden = *pairs.golden().index;
    const auto own = idsBeside(target, pair.target), other = idsBeside(golden, pair.golden);
    const auto isAlone = [](const DumpIndex& index, TensorId id) {
        return std::ranges::all_of(index.tensorsOfOperator(index.tensor(id).opName), [&](TensorId one) {
            return index.factsOf(one).step == index.factsOf(id).step
                && index.tensor(one).occurrence == index.tensor(id).occurrence;
        });
    };
    if (!own || !other || !isAlone(target, *own) || !isAlone(golden, *other))
        return std::nullopt;
    const TensorStore targets(pairs.target().index), goldens(pairs.golden().index);
    const Values ids = idsIn(targets, *own, task), wanted = idsIn(goldens, *other, task);
    if (ids.empty() || wanted.empty())
        return std::nullopt;
    for (const TensorId one : targetsOf(pair)) { // ranks that were given others have a part each
        const auto copy = idsBeside(target, one);
        if (!copy || idsIn(targets, *copy, task) != ids)
            return std::nullopt;
    }
    const auto widthOf = [](const DumpIndex& index, TensorId id) {
        const auto shape = index.shape(index.tensor(id).shape);
        return shape.empty() ? std::size_t {1} : static_cast<std::size_t>(shape.back());
    };
    const std::size_t more = OtherIds(ids, wanted, widthOf(target, *own)).count(),
                      missing = OtherIds(wanted, ids, widthOf(golden, *other)).count();
    if (more == 0 && missing == 0)
        return std::nullopt;
    Suspect suspect = suspectAt(pairs, table, *own);
    suspect.why = phrase(
        "%2 of %1 ids have no partner among golden's, and %3 of golden's %4 none here, but for those "
        "that fill up rows: the runs were given other data",
        ids.size(), more, missing, wanted.size());
    return suspect;
}

} // namespace

void nameOtherIds(const PairTable& pairs, Suspicion& suspicion, TaskContext& task)
{
    for (std::size_t row = 0; row < pairs.rows() && !task.stopped(); ++row) {
        if (!isTable(pairs, row))
            continue;
        const TensorPair& pair = pairs.row(row).pair;
        auto named = isShared(pair) ? ofShared(pairs, row, task)
            : isWhole(pair)         ? ofWhole(pairs, row, task)
                                    : std::nullopt;
        if (!named)
            continue;
        named->whyMade = named->why;
        std::erase_if(suspicion.suspects, [&](const Suspect& other) {
            return other.opName == named->opName && other.rank == named->rank && other.step == named->step;
        });
        suspicion.suspects.insert(suspicion.suspects.begin(), std::move(*named));
        return;
    }
}

} // namespace dumpscope::core
