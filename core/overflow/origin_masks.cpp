// SPDX-License-Identifier: GPL-3.0-or-later
// What is not finite and no mistake: masks of -Inf, and memory that nothing was written to yet.
#include "overflow/origin_judge.h"

#include "base/text.h"
#include "compare/suspects/operator_nature.h"
#include "tensor/dtype.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace dumpscope::core {

bool OriginJudge::isLowestNumber(double number)
{
    // float16, bfloat16, float32, float64; or two such masks, added where there was room.
    constexpr std::array kLowest {
        -65504.0, -0x1.FEp127, -0x1.FFFFFEp127, std::numeric_limits<double>::lowest()};
    return std::ranges::any_of(
        kLowest, [number](double lowest) { return number == lowest || number == 2 * lowest; });
}

/// Infinities that the operator puts in, and masks that went beyond what their type can hold.
bool OriginJudge::isMeant(const Place& place, const ExecutedCall& call, const Inputs& inputs, Judged& one)
{
    if (call.isContainer() && one.kinds.onlyNegInf()) {
        const std::size_t time = place.bySize.find(elements(one.tensor.id),
            [](const Kinds& kinds, Standing standing) { return standing == Standing::Mask && kinds.negInf; });
        if (time != kNowhere && m_judged[place.judged[time]].place >= call.begin) {
            const std::size_t inside = place.judged[time];
            setAside(one, ValueOrigin::Mask,
                phrase("-Inf of a mask: %1", withOperator(m_judged[inside].tensor.id)), inside);
            return true;
        }
    }
    if (call.putsValues && one.kinds.onlyNegInf()) {
        // Where inputs were not dumped it may have selected what was there before.
        const std::size_t time = inputs.finite > 0 || inputs.masked != kNowhere || call.isFill
            ? kNowhere
            : place.bySize.find(elements(one.tensor.id), [](const Kinds& kinds, Standing standing) {
                  return standing == Standing::Shown && kinds.negInf;
              });
        if (time != kNowhere) {
            const std::size_t before = place.judged[time];
            inherit(one, before,
                phrase("inputs were not dumped; %1 is not finite already and as large",
                    withOperator(m_judged[before].tensor.id)));
            return true;
        }
        setAside(one, ValueOrigin::Mask, phrase("infinities that the operator puts in: a mask"));
        return true;
    }
    if (call.putsValues && (call.isFill || inputs.finite > 0) && !one.kinds.nan) {
        cause(one, ValueOrigin::Born,
            phrase("the operator puts +Inf in, perhaps on purpose; a mask holds none"));
        return true;
    }
    if (call.isFill && inputs.finite == 0 && inputs.masked == kNowhere) {
        cause(one, ValueOrigin::Born, phrase("the operator puts NaN in, perhaps on purpose"));
        return true;
    }
    if (inputs.hasLowest && call.addsMasks && one.kinds.onlyNegInf()) {
        one.isGuess = true;
        setAside(one, ValueOrigin::Mask, phrase("the lowest number of a type, a mask, went beyond it"));
        return true;
    }
    return false;
}

bool OriginJudge::isUninitialised(const ExecutedCall& call, const Inputs& inputs, Judged& one)
{
    if (call.isUninitialised) {
        setAside(one, ValueOrigin::Uninitialised, phrase("memory that is not initialised"));
        return true;
    }
    if (inputs.uninitialised != kNowhere && call.keepsMemory) {
        setAside(one, ValueOrigin::Uninitialised,
            phrase("%1 of the operator is memory that is not initialised",
                describe(m_judged[inputs.uninitialised].tensor.id)),
            inputs.uninitialised);
        return true;
    }
    return false;
}

/// Memory that an operator gave as it was, and that nothing dumped wrote to since.
bool OriginJudge::inheritsUninitialised(const Place& place, const ExecutedCall& call, Judged& one)
{
    const std::size_t time = place.bySize.find(
        elements(one.tensor.id), [&](const Kinds& kinds, Standing) { return kinds == one.kinds; });
    if (time == kNowhere || standingOf(place.judged[time]) != Standing::Uninitialised)
        return false;
    const std::size_t memory = place.judged[time];
    const TensorId id = m_judged[memory].tensor.id;
    if (!hasSameNumbers(id, one.tensor.id))
        return false;
    const std::string word = operatorWord(call.type);
    const bool isSent = word.find("send") != std::string::npos || word.find("reduce") == 0
        || word.find("allreduce") != std::string::npos;
    const bool isUntouched = call.keepsMemory || call.isUninitialised || call.isContainer()
        || (call.isCollective && !isSent)
        || (writesOverFirstInput(call.type) && m_index.tensor(one.tensor.id).slot <= 0);
    if (isUntouched) {
        setAside(one, ValueOrigin::Uninitialised,
            phrase("%1 is memory that is not initialised", withOperator(id)), memory);
        return true;
    }
    Judged& root = m_judged[rootOf(memory)];
    if (!root.reader.isValid())
        root.reader = m_index.tensor(one.tensor.id).opName;
    inherit(one, memory, phrase("%1 is memory that is not initialised", withOperator(id)));
    return true;
}

/// An integer holds no infinity: a cast makes its lowest number of -Inf, as of the logarithm of a distance of
/// zero that a `where` then leaves out.
void OriginJudge::swallowByCast(const Place& place, TensorId given)
{
    const DTypeInfo& type = dtypeInfo(m_index.tensor(given).dtype);
    constexpr double kAdded = 65536; // since the cast
    const auto least = statistic(given, StatisticTable::Field::Min);
    if (type.kind != DTypeClass::Signed || type.bits < 32 || !least
        || !(*least <= kAdded - std::ldexp(1.0, static_cast<int>(type.bits) - 1)))
        return;
    const std::size_t time
        = place.bySize.find(elements(given), [](const Kinds& kinds, Standing) { return kinds.onlyNegInf(); });
    if (time != kNowhere)
        m_judged[place.judged[time]].isSwallowed = true;
}

/// -Inf beside ordinary numbers is a mask where softmax or the like makes nothing of it, and who made it may
/// have meant it; what the device reported as an overflow is none. Else it is shown.
void OriginJudge::settleMasks()
{
    struct Family {
        bool isHarmful = false, isTaken = false, isSwallowed = false;
    };
    std::vector<Family> families(m_judged.size());
    for (std::size_t i = 0; i < m_judged.size(); ++i) {
        Family& family = families[rootOf(i)];
        const TensorRow& row = m_index.tensor(m_judged[i].tensor.id);
        family.isHarmful |= !m_judged[i].kinds.onlyNegInf() || row.hasOverflow;
        family.isTaken |= rootOf(i) != i && isGiven(row.io);
        family.isSwallowed |= m_judged[i].isSwallowed;
    }
    std::vector<bool> isHidden(m_judged.size(), false); // by root
    for (std::size_t i = 0; i < m_judged.size(); ++i) {
        Judged& one = m_judged[i];
        if (rootOf(i) != i || standingOf(i) == Standing::Uninitialised || !one.kinds.onlyNegInf())
            continue;
        const Family& family = families[i];
        const bool isMade = core::isMade(m_index.tensor(one.tensor.id).io);
        if (standingOf(i) == Standing::Mask) {
            isHidden[i] = true;
            if (m_index.tensor(one.tensor.id).hasOverflow
                || (one.isGuess && !(hasOrdinary(one) && (family.isSwallowed || one.makesNan))))
                isHidden[i] = false;
        } else if (isMade && one.isCause && one.mayBeMask && !family.isHarmful) {
            isHidden[i] = family.isTaken && family.isSwallowed && hasOrdinary(one);
            one.mayBeMeant = !isHidden[i];
            if (one.mayBeMeant)
                one.tensor.why = phrase("%1; only -Inf, which may be meant", one.tensor.why);
        }
    }
    for (std::size_t i = 0; i < m_judged.size(); ++i) {
        Judged& one = m_judged[i];
        const bool isMask = standingOf(i) == Standing::Mask;
        if (isMask && !isHidden[rootOf(i)]) {
            showMask(i);
        } else if (!isMask && isHidden[rootOf(i)] && one.kinds.onlyNegInf()) {
            one.isCause = false;
            one.tensor.origin = ValueOrigin::Mask;
            one.tensor.why = phrase("only -Inf, and no NaN comes of it");
        }
    }
}

void OriginJudge::showMask(std::size_t judged)
{
    Judged& one = m_judged[judged];
    if (rootOf(judged) != judged) {
        one.tensor.origin = ValueOrigin::Inherited;
        one.tensor.why = phrase("%1 is not finite already", withOperator(m_judged[one.source].tensor.id));
        return;
    }
    one.isCause = true;
    const TensorRow& row = m_index.tensor(one.tensor.id);
    one.tensor.origin = isMade(row.io) ? ValueOrigin::Born : ValueOrigin::Unknown;
    if (row.hasOverflow)
        one.tensor.why = phrase("-Inf where the device reported an overflow: no mask");
    else if (isMade(row.io))
        one.tensor.why = phrase("the lowest number of a type went beyond it: perhaps a mask");
    else
        one.tensor.why
            = phrase("only -Inf, and no dumped tensor of its shape holds any before: perhaps a mask");
}

/// Who reads memory before something is written to it gets what was there by chance.
void OriginJudge::settleUninitialised()
{
    for (std::size_t i = 0; i < m_judged.size(); ++i) {
        Judged& one = m_judged[i];
        if (standingOf(i) == Standing::Uninitialised && one.reader.isValid())
            cause(one, ValueOrigin::Unknown,
                phrase("memory that is not initialised; as far as was dumped, %1 reads it before anything is "
                       "written to it",
                    printable(m_index.text(one.reader))));
    }
}

} // namespace dumpscope::core
