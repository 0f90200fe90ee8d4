// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/other_call.h"

#include "compare/layout/assembly.h"
#include "compare/suspects/operator_nature.h"
#include "compare/suspects/tensor_error.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <tuple>

namespace dumpscope::core {

namespace {

constexpr double kBeyond = 8; ///< units of the operator's own types

/// Rows of the operator of a row, which stand beside one another.
struct Call {
    std::size_t begin = 0, end = 0;
};

class Calls {
public:
    explicit Calls(const PairTable& pairs)
        : m_pairs(pairs)
        , m_index(*pairs.target().index)
    {
    }
    [[nodiscard]] bool isSame(std::size_t a, std::size_t b) const
    {
        const TensorId one = m_pairs.row(a).pair.target, other = m_pairs.row(b).pair.target;
        const TensorRow &x = m_index.tensor(one), &y = m_index.tensor(other);
        return x.opName == y.opName && x.occurrence == y.occurrence
            && m_index.factsOf(one).rank == m_index.factsOf(other).rank
            && m_index.factsOf(one).step == m_index.factsOf(other).step;
    }
    [[nodiscard]] Call of(std::size_t row) const
    {
        Call call {row, row + 1};
        while (call.begin > 0 && isSame(call.begin - 1, row))
            --call.begin;
        while (call.end < m_pairs.rows() && isSame(call.end, row))
            ++call.end;
        return call;
    }
    /// All that it was given is equal, as far as it was compared, and there is something.
    [[nodiscard]] bool isGivenTheSame(const Call& call, bool byElements) const
    {
        bool isGiven = false;
        for (std::size_t row = call.begin; row < call.end; ++row) {
            if (isMadeByOperator(ioOf(row)))
                continue;
            const auto& figures = m_pairs.row(row).figures;
            if (!figures || figures->differs || (byElements && m_pairs.row(row).basis != PairBasis::Elements))
                return false;
            isGiven = true;
        }
        return isGiven;
    }
    /// Whether it has parts of golden's tensors, and nothing of it fails.
    [[nodiscard]] bool isOfPart(const Call& call) const
    {
        bool isPart = false;
        for (std::size_t row = call.begin; row < call.end; ++row) {
            if (m_pairs.row(row).verdict == Verdict::Fail)
                return false;
            isPart = isPart || isOfParts(m_pairs.row(row).pair);
        }
        return isPart;
    }
    [[nodiscard]] Io ioOf(std::size_t row) const { return m_index.tensor(m_pairs.row(row).pair.target).io; }
    /// What an operator keeps from call to call, as a running mean.
    [[nodiscard]] bool isState(std::size_t row) const
    {
        const TensorRow& tensor = m_index.tensor(m_pairs.row(row).pair.target);
        const std::string_view type
            = tensor.opType.isValid() ? m_index.text(tensor.opType) : std::string_view();
        return tensor.io == Io::Input && isParameterInput(type, tensor.slot)
            && !isTrainedInput(type, tensor.slot);
    }

private:
    const PairTable& m_pairs;
    const DumpIndex& m_index;
};

/// Whether the ranks of the target call it with numbers of their own.
bool isCalledByRank(const PairTable& pairs, std::size_t row, ScalarArguments& arguments)
{
    const DumpIndex& target = *pairs.target().index;
    const TensorId own = pairs.row(row).pair.target;
    const auto placeOf = [&](TensorId id) {
        const TensorRow& tensor = target.tensor(id);
        return std::tuple(target.factsOf(id).step, tensor.occurrence, tensor.io, tensor.slot, tensor.entry);
    };
    const auto& others = target.tensorsOfOperator(target.tensor(own).opName);
    return std::ranges::any_of(others, [&](TensorId id) {
        return id != own && placeOf(id) == placeOf(own)
            && !scalarDifference(target, own, target, id, arguments, arguments).text.empty();
    });
}

} // namespace

bool isNumberOfPart(const PairTable& pairs, std::size_t row, ScalarArguments& arguments)
{
    const Calls calls(pairs);
    return calls.isOfPart(calls.of(row)) && isCalledByRank(pairs, row, arguments);
}

std::optional<OtherCall> otherCall(const PairTable& pairs)
{
    const DumpIndex &target = *pairs.target().index, &golden = *pairs.golden().index;
    const Calls calls(pairs);
    ScalarArguments targets, goldens;
    for (std::size_t begin = 0; begin < pairs.rows();) {
        const Call call = calls.of(begin);
        begin = call.end;
        const TensorPair& pair = pairs.row(call.begin).pair;
        if (!target.tensor(pair.target).opName.isValid())
            continue;
        const Message given
            = scalarDifference(target, pair.target, golden, pair.golden, targets, goldens).text;
        if (given.empty())
            continue;
        const bool isGivenTheSame = calls.isGivenTheSame(call, true);
        if (calls.isOfPart(call) && isCalledByRank(pairs, call.begin, targets))
            continue;
        for (std::size_t row = call.begin; row < call.end; ++row) {
            const TensorError error = tensorError(pairs, row);
            if (!error.hasNumbers || error.isBroken || error.isInteger || !std::isfinite(error.relative))
                continue;
            if (isGivenTheSame && error.isOutput && error.relative > kBeyond * error.unit)
                return OtherCall {row, given, error.relative, false};
            if (calls.isState(row) && pairs.row(row).verdict == Verdict::Fail)
                return OtherCall {row, given, error.relative, true};
        }
    }
    return std::nullopt;
}

bool givesOthersOfEqual(const PairTable& pairs, std::size_t row)
{
    const Calls calls(pairs);
    const Call call = calls.of(row);
    if (!calls.isGivenTheSame(call, false))
        return false;
    for (std::size_t at = call.begin; at < call.end; ++at) {
        if (isMadeByOperator(calls.ioOf(at)) && pairs.row(at).figures && pairs.row(at).figures->differs)
            return true;
    }
    return false;
}

} // namespace dumpscope::core
