// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/traced_operator.h"

#include "compare/layout/assembly.h"
#include "readers/msprobe_name.h"

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

bool areStages(const TracedOperators& operators)
{
    constexpr std::size_t kFew = 20, kNames = 8; // one in so many; that tell
    std::unordered_map<std::string_view, std::optional<std::int64_t>> first;
    std::set<std::optional<std::int64_t>> ranks;
    std::set<std::string_view> shared;
    for (const TracedOperator& op : operators) {
        ranks.insert(op.rank);
        const auto [known, isNew] = first.try_emplace(op.name, op.rank);
        if (known->second != op.rank)
            shared.insert(op.name);
    }
    return first.size() >= kNames && ranks.size() > 1 && !ranks.contains(std::nullopt)
        && kFew * shared.size() <= first.size();
}

} // namespace

void OperatorTrace::add(std::size_t row)
{
    const TensorId id = m_pairs.row(row).pair.target;
    const DumpIndex& index = *m_pairs.target().index;
    const TensorRow& tensor = index.tensor(id);
    const FolderFacts& facts = index.factsOf(id);
    const std::string_view name = tensor.opName.isValid() ? index.text(tensor.opName) : std::string_view();
    const TracedOperator* const last = m_operators.empty() ? nullptr : &m_operators.back();
    const bool samePlace
        = last && last->rank == facts.rank && last->step == facts.step && last->run == facts.run;
    if (!samePlace || last->name != name || last->occurrence != tensor.occurrence) {
        settle();
        m_last.clear();
        TracedOperator& op = m_operators.emplace_back(m_memory.get());
        op.name = name;
        op.type = tensor.opType.isValid() ? index.text(tensor.opType) : std::string_view();
        if (op.type.empty())
            op.type = typeFromName(name);
        const auto [nature, isNew] = m_natures.try_emplace(op.type);
        if (isNew)
            nature->second = operatorNature(op.type);
        op.nature = nature->second;
        op.occurrence = tensor.occurrence;
        op.run = facts.run;
        op.rank = op.lane = facts.rank;
        op.step = facts.step;
        op.order = m_counts[{facts.run, facts.step, facts.rank}]++;
        op.golden = m_pairs.row(row).pair.golden;
        readName(op);
        op.scalars = scalarDifference(index, id, *m_pairs.golden().index, m_pairs.row(row).pair.golden,
            m_targetScalars, m_goldenScalars);
    }
    TracedOperator& op = m_operators.back();
    TensorError& error = m_last.emplace_back(tensorError(m_pairs, row));
    // A backward operator has other inputs than its forward twin.
    const std::size_t axes = tensor.shape.isValid() ? index.shape(tensor.shape).size() : 0;
    error.isParameter |= !error.isOutput && op.forward.empty()
        && (isParameterInput(op.type, tensor.slot) || isLeadingBias(op.type, tensor.slot, axes));
    error.isWrittenOver = op.forward.empty() && !error.isOutput
        && ((error.isFirstInput && changesFirstInput(op.type))
            || (isParameterInput(op.type, tensor.slot) && !isTrainedInput(op.type, tensor.slot)));
    m_hasBitsOnly |= error.isBitsOnly;
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
    m_isPipeline = areStages(m_operators);
    if (m_isPipeline)
        putStagesInLine();
    if (!m_hasParts)
        return;
    for (TracedOperator& op : m_operators)
        op.order = op.golden.value();
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
    std::set<TensorError::Fingerprint> written;
    for (const TracedOperator& op : m_operators) {
        for (const TensorError& error : op.tensors) {
            if (error.isWrittenOver && error.hasNumbers)
                written.insert(error.fingerprint);
        }
    }
    for (TracedOperator& op : m_operators) {
        for (TensorError& error : op.tensors) {
            error.isRaced = error.isBitsOnly && written.contains(error.fingerprint);
            error.differs = error.differs && !error.isRaced;
        }
    }
}

void OperatorTrace::settlePrecision()
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

} // namespace dumpscope::core
