// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/traced_operator.h"

#include "compare/layout/assembly.h"
#include "compare/suspects/written_over.h"
#include "model/recorded_order.h"
#include "readers/msprobe/msprobe_name.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

namespace dumpscope::core {

namespace {

/// float32 for float64 is what a device without it does, here and there.
bool isCoarser(const TensorError& error)
{
    constexpr double kSingle = 0x1p-20;
    return error.coarserUnit > kSingle && error.coarserUnit > error.goldenUnit && error.goldenUnit > 0;
}

/// The last part of a name without its number: `Default/fc/MatMul-op3` gives MatMul.
std::string_view typeFromName(std::string_view name)
{
    const std::size_t slash = name.rfind('/');
    if (slash != std::string_view::npos)
        name.remove_prefix(slash + 1);
    return name.substr(0, name.rfind("-op"));
}

void readName(TracedOperator& op)
{
    const auto entry = parseMsprobeEntry(op.name);
    if (!entry)
        return;
    op.isModule = entry->kind == MsprobeEntryName::Kind::Module;
    op.isGradientList = entry->kind == MsprobeEntryName::Kind::Gradient;
    op.modulePath = entry->path;
    if (!entry->isBackward && !op.isGradientList)
        return;
    for (const std::string_view direction : {".backward", ".parameters_grad"}) {
        if (const std::size_t at = op.name.rfind(direction); at != std::string_view::npos) {
            op.forward = std::string(op.name.substr(0, at)) + ".forward";
            return;
        }
    }
}

bool areStages(const TracedOperators& operators, const DumpIndex& target)
{
    constexpr std::size_t kFew = 20, kNames = 8; // one in so many; that tell
    struct First {
        std::optional<std::int64_t> rank;
        bool isShared = false; ///< with another rank
    };
    std::unordered_map<StringId, First> first; ///< by name
    std::set<std::optional<std::int64_t>> ranks;
    std::size_t shared = 0;
    const TracedOperator* last = nullptr; // neighbours mostly share the rank
    for (const TracedOperator& op : operators) {
        if (last == nullptr || op.rank != last->rank)
            ranks.insert(op.rank);
        last = &op;
        First& known = first.try_emplace(target.tensor(op.target).opName, First {op.rank}).first->second;
        shared += !known.isShared && known.rank != op.rank ? 1 : 0;
        known.isShared = known.isShared || known.rank != op.rank;
    }
    return first.size() >= kNames && ranks.size() > 1 && !ranks.contains(std::nullopt)
        && kFew * shared <= first.size();
}

} // namespace

const ScalarDifference& TracedOperator::scalars() const
{
    static const ScalarDifference none;
    return otherScalars ? *otherScalars : none;
}

OperatorTrace::OperatorTrace(const PairTable& pairs)
    : m_pairs(pairs)
    , m_callers(callersOf(*pairs.target().index))
{
}

/// The first row of an execution.
void OperatorTrace::begin(std::size_t row)
{
    const TensorId id = m_pairs.row(row).pair.target, golden = m_pairs.row(row).pair.golden;
    const DumpIndex& index = *m_pairs.target().index;
    const TensorRow& tensor = index.tensor(id);
    const FolderFacts& facts = index.factsOf(id);
    settle();
    m_last.clear();
    TracedOperator& op = m_operators.emplace_back(m_memory.get());
    op.name = tensor.opName.isValid() ? index.text(tensor.opName) : std::string_view();
    op.type = tensor.opType.isValid() ? index.text(tensor.opType) : std::string_view();
    if (op.type.empty())
        op.type = typeFromName(op.name);
    const auto [nature, isNew] = m_natures.try_emplace(op.type);
    if (isNew)
        nature->second = operatorNature(op.type);
    op.nature = nature->second;
    op.keepsCache
        = computesAttention(op.type) || computesAttention(op.name.substr(op.name.find_last_of("./") + 1));
    op.occurrence = executionNumber(index, id);
    op.run = facts.run;
    op.rank = op.lane = facts.rank;
    op.step = executedStep(index, id);
    op.order = m_counts[{facts.run, op.step, facts.rank}]++;
    op.target = id;
    op.golden = golden;
    readName(op);
    if (m_callers.contains(tensor.opName)) {
        op.isModule = true;
        op.modulePath = op.name;
    }
    ScalarDifference scalars
        = scalarDifference(index, id, *m_pairs.golden().index, golden, m_targetScalars, m_goldenScalars);
    if (!scalars.text.empty() || !scalars.mask.empty())
        op.otherScalars = std::make_unique<const ScalarDifference>(std::move(scalars));
}

void OperatorTrace::add(std::size_t row)
{
    const TensorId id = m_pairs.row(row).pair.target;
    const DumpIndex& index = *m_pairs.target().index;
    const TensorRow& tensor = index.tensor(id);
    const FolderFacts& facts = index.factsOf(id);
    const std::string_view name = tensor.opName.isValid() ? index.text(tensor.opName) : std::string_view();
    const TracedOperator* const last = m_operators.empty() ? nullptr : &m_operators.back();
    const bool isSame = last && last->rank == facts.rank && last->step == executedStep(index, id)
        && last->run == facts.run && last->name == name && last->occurrence == executionNumber(index, id);
    if (!isSame)
        begin(row);
    TracedOperator& op = m_operators.back();
    // What a module is given may be found in what one inside it is given, as positions are: it ends behind
    // that.
    const DumpIndex& theirs = *m_pairs.golden().index;
    const TensorId golden = m_pairs.row(row).pair.golden;
    if (op.isModule && tensor.io == Io::Output && theirs.tensor(op.golden).io != Io::Output
        && theirs.tensor(op.golden).opName != theirs.tensor(golden).opName)
        op.golden = golden;
    TensorError& error = m_last.emplace_back(tensorError(m_pairs, row));
    // With what a module is called differs between programs: what has its place and another shape is another
    // argument.
    if (!error.isOutput && error.hasOtherShape && m_callers.contains(tensor.opName)) {
        m_last.pop_back();
        return;
    }
    // A backward operator has other inputs than its forward twin.
    const std::size_t axes = tensor.shape.isValid() ? index.shape(tensor.shape).size() : 0;
    error.isParameter |= !error.isOutput && op.forward.empty()
        && (isParameterInput(op.type, tensor.slot) || isLeadingBias(op.type, tensor.slot, axes));
    error.isWrittenOver = op.forward.empty() && !error.isOutput && writesOverInput(op.type, tensor.slot);
    m_hasBitsOnly |= error.isBitsOnly;
    m_hasOtherShapes |= error.hasOtherShape;
    m_hasParts = m_hasParts || isTargetPutTogether(m_pairs.row(row).pair);
    const bool isNarrow = isCoarser(error);
    m_hasNarrow |= isNarrow;
    if (error.isOutput && !error.isInteger && op.nature == OperatorNature::Bilinear
        && !isElementwiseProduct(op.type)) {
        ++m_products;
        m_narrowProducts += isNarrow ? 1 : 0;
    }
}

void OperatorTrace::settle()
{
    // Memory of operators is not given back: they take it once, and no more than they need.
    if (!m_operators.empty() && m_operators.back().tensors.size() != m_last.size())
        m_operators.back().tensors.assign(m_last.begin(), m_last.end());
}

void OperatorTrace::settleOrder()
{
    m_isPipeline = areStages(m_operators, *m_pairs.target().index);
    if (m_isPipeline)
        putStagesInLine();
    if (!m_hasParts)
        return;
    if (isOrdered(*m_pairs.golden().index, &TracedOperator::golden))
        takePlaces(*m_pairs.golden().index, &TracedOperator::golden);
    else if (!m_isPipeline)
        takePlaces(*m_pairs.target().index, &TracedOperator::target);
}

bool OperatorTrace::isOrdered(const DumpIndex& index, TensorId TracedOperator::*tensor) const
{
    std::vector<TensorId> tensors;
    for (const TracedOperator& op : m_operators)
        tensors.push_back(op.*tensor);
    return isInExecutionOrder(index, tensors);
}

/// Ranks run the same: an operator stands where it does among all that its rank has of the step.
void OperatorTrace::takePlaces(const DumpIndex& index, TensorId TracedOperator::*tensor)
{
    const std::vector<std::uint32_t> places = executionPlaces(index);
    std::map<Place, std::uint32_t> first;
    for (std::uint32_t i = 0; i < places.size(); ++i) {
        const FolderFacts& facts = index.factsOf(TensorId(i));
        const auto [at, isNew]
            = first.try_emplace({facts.run, executedStep(index, TensorId(i)), facts.rank}, places[i]);
        at->second = std::min(at->second, places[i]);
    }
    for (TracedOperator& op : m_operators) {
        const FolderFacts& facts = index.factsOf(op.*tensor);
        op.order = places[(op.*tensor).value()]
            - first.at({facts.run, executedStep(index, op.*tensor), facts.rank});
    }
}

/// Forward from the first stage to the last one, backward from the last one to the first.
void OperatorTrace::putStagesInLine()
{
    std::map<std::pair<std::string_view, std::optional<std::int64_t>>, std::uint64_t> counts;
    std::map<std::optional<std::int64_t>, std::vector<TracedOperator*>, std::greater<>> backward;
    const auto putNext = [&](TracedOperator& op) { op.order = counts[{op.run, op.step}]++; };
    for (TracedOperator& op : m_operators) { // they come rank by rank
        op.lane = std::nullopt;
        if (op.forward.empty())
            putNext(op);
        else
            backward[op.rank].push_back(&op);
    }
    for (const auto& [rank, operators] : backward) {
        for (TracedOperator* const op : operators)
            putNext(*op);
    }
}

void OperatorTrace::settleChecksums()
{
    if (!m_hasBitsOnly)
        return;
    WrittenOver<TensorError::Fingerprint> written;
    for (const TracedOperator& op : m_operators) {
        for (const TensorError& error : op.tensors) {
            if (error.isWrittenOver && error.hasNumbers)
                written.add(error.fingerprint);
        }
    }
    for (TracedOperator& op : m_operators) {
        for (TensorError& error : op.tensors) {
            // Of integers often nothing but extremes is recorded.
            error.isRaced = error.isBitsOnly
                && written.contains(
                    error.fingerprint, error.isWrittenOver, !error.isInteger || error.isConstant);
            error.differs = error.differs && !error.isRaced;
        }
    }
}

/// Terms that ranks add up are cut and summed in another order than golden's.
void OperatorTrace::allowForOtherSums()
{
    constexpr double kSingle = 0x1p-24, kSums = 8; // units of float32
    for (TracedOperator& op : m_operators) {
        for (TensorError& error : op.tensors) {
            if (!error.isInteger && !error.isParameter && error.unit >= kSingle)
                error.unit = std::max(error.unit, kSums * kSingle);
        }
    }
}

void OperatorTrace::settlePrecision()
{
    settleNarrowing();
    if (m_hasParts)
        allowForOtherSums();
}

void OperatorTrace::settleNarrowing()
{
    if (!m_hasNarrow)
        return;
    constexpr std::size_t kFew = 4, kPart = 10;
    const bool isMeant = m_products < kFew || kPart * m_narrowProducts > m_products;
    for (TracedOperator& op : m_operators) {
        for (TensorError& error : op.tensors) {
            error.isNarrowed = !isMeant && isCoarser(error);
            error.unit = error.isNarrowed ? error.goldenUnit : error.coarserUnit;
        }
    }
}

void OperatorTrace::settleInputs()
{
    if (!m_hasParts && !m_hasOtherShapes)
        return;
    const DumpIndex& index = *m_pairs.target().index;
    using Call = std::tuple<std::string_view, std::optional<std::int64_t>, std::optional<std::int64_t>,
        std::string_view, std::uint32_t>;
    std::set<Call> given; // some data, by the dump
    for (std::uint32_t i = 0; i < index.tensorCount(); ++i) {
        const TensorRow& row = index.tensor(TensorId(i));
        const std::string_view type = row.opType.isValid() ? index.text(row.opType) : std::string_view();
        if (row.io != Io::Input || !row.opName.isValid() || isParameterInput(type, row.slot))
            continue;
        const FolderFacts& facts = index.factsOf(TensorId(i));
        given.emplace(facts.run, facts.rank, executedStep(index, TensorId(i)), index.text(row.opName),
            executionNumber(index, TensorId(i)));
    }
    for (TracedOperator& op : m_operators)
        op.lacksData = std::ranges::all_of(op.tensors, [](const TensorError& tensor) {
            return tensor.isOutput || tensor.isParameter;
        }) && given.contains({op.run, op.rank, op.step, op.name, op.occurrence});
}

void OperatorTrace::settleParameters()
{
    constexpr double kShows = 2; // times more than norms
    constexpr double kUnits = 4; // that rounding of the largest element, here and before, leaves
    if (m_operators.empty())
        return;
    const auto first = std::ranges::min_element(m_operators, {}, &TracedOperator::step)->step;
    for (TracedOperator& op : m_operators) {
        if (op.step != first)
            continue;
        for (TensorError& error : op.tensors) {
            if (error.isParameter && error.basis == PairBasis::Statistics && error.hasNumbers
                && !error.isBroken && std::isfinite(error.largest) && error.largest > kShows * error.relative
                && error.largest > kUnits * std::max(error.coarserUnit, 0x1p-20)) {
                error.isOfLargest = true;
                error.relative = error.largest;
            }
        }
    }
}

} // namespace dumpscope::core
