// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "overflow/nan_arguments.h"
#include "overflow/operator_calls.h"
#include "overflow/origin_lookup.h"
#include "overflow/origin_tracker.h"

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace dumpscope::core {

/// Follows every non-finite tensor back: to the inputs of its operator, the calls inside a module, the
/// forward run, the earlier tensor of the same size, the same call on other ranks, the gradients of the step
/// before. Where nothing explains it, it is born there. -Inf that an operator fills in, or that softmax turns
/// into zeros, is a mask; +Inf and NaN never are. Uninitialised memory has no origin. The tracker must
/// outlive it. Not thread-safe.
class OriginJudge {
public:
    OriginJudge(OriginTracker& tracker, std::stop_token stop, Progress* progress);
    /// Errors: Code::Cancelled.
    [[nodiscard]] Result<std::vector<NonFiniteTensor>> run();

private:
    using State = MeasuredTensor::State;
    using Kinds = NonFiniteKinds;

    struct Judged {
        NonFiniteTensor tensor;
        Kinds kinds;
        std::size_t source = kNowhere; ///< what it inherits from
        std::size_t root = kNowhere;   ///< towards the first of them all; itself where nothing is before
        std::size_t place = 0;         ///< of the event in its folder
        std::size_t call = 0;          ///< in its folder
        bool isCause = false;          ///< nothing that was dumped explains it
        bool isGuess = false;          ///< a mask if its consumers confirm it
        bool mayBeMask = false;        ///< made by an operator that may do so on purpose
        bool mayBeMeant = false;       ///< only -Inf, and no other value results from it
        bool isSwallowed = false;      ///< its consumers give finite numbers, as softmax does for -Inf
        bool makesNan = false;         ///< a mask that an operator turns into NaN
        StringId reader;               ///< of uninitialised memory: the first operator that reads it
    };
    /// A folder of one rank and step, or all of them where each operator has a folder of its own.
    struct Place {
        FolderId folder; ///< the first with something non-finite
        std::optional<std::int64_t> rank, step;
        std::vector<TensorId> tensors;
        std::vector<ExecutedCall> calls;
        CallsByName byName;
        std::vector<std::size_t> judged; ///< of past events, in their order, with masks
        bool isIncomplete = false;       ///< an earlier output is not known
        bool isAfterLeftOut = false;     ///< an earlier step was not scanned

        // Of `judged`.
        std::vector<std::size_t> shown; ///< without masks
        std::size_t firstMade = kNowhere;
        Message whyBehindFirst; ///< said of what runs later, of which there is much; of firstMade
        LatestOfSize bySize;
        std::map<std::string, std::size_t> parameters;                           ///< the latest by name
        std::map<std::string, std::map<std::uint64_t, std::size_t>> ofModule;    ///< parameters by size
        std::map<std::pair<ShapeId, std::string_view>, std::size_t> madeInScope; ///< the latest of a shape
        std::map<ShapeId, std::size_t> updates; ///< what optimizers and casts gave last
    };
    /// Inputs of a call.
    struct Inputs {
        std::size_t finite = 0;
        std::optional<TensorId> unread;
        std::size_t source = kNowhere, masked = kNowhere, uninitialised = kNowhere;
        bool hasLowest = false;
        bool mayHaveInfinities = false; ///< some were counted, or nothing counts them
    };

    [[nodiscard]] Result<void> collectPlaces();
    void collectExchanges(const Place& place);
    [[nodiscard]] Result<void> judgePlace(Place& place);
    void judgeEvent(Place& place, std::size_t call, std::size_t at, bool isEnd);
    void remember(Place& place, std::size_t judged);
    void rememberStep(const Place& place);

    void judgeGiven(Place& place, const ExecutedCall& call, Judged& one);
    void judgeParameter(const Place& place, const ExecutedCall& call, Judged& one);
    void judgeMade(const Place& place, const ExecutedCall& call, const Inputs& inputs, Judged& one);
    [[nodiscard]] Inputs inputsOf(const ExecutedCall& call) const;
    [[nodiscard]] static bool makesInfinities(
        const ExecutedCall& call, const Inputs& inputs, const Judged& one);
    [[nodiscard]] bool isMeant(
        const Place& place, const ExecutedCall& call, const Inputs& inputs, Judged& one);
    [[nodiscard]] bool isUninitialised(const ExecutedCall& call, const Inputs& inputs, Judged& one);
    [[nodiscard]] bool inheritsInside(const Place& place, const ExecutedCall& call, Judged& one);
    [[nodiscard]] bool inheritsFromTwins(const Place& place, const ExecutedCall& call, Judged& one);
    [[nodiscard]] bool inheritsFromRanks(const Place& place, const ExecutedCall& call, Judged& one);
    [[nodiscard]] bool inheritsFromSteps(const Place& place, Judged& one);
    [[nodiscard]] bool inheritsFromCache(
        const Place& place, const ExecutedCall& call, const Inputs& inputs, Judged& one);
    [[nodiscard]] bool inheritsByShape(const Place& place, Judged& one);
    [[nodiscard]] bool inheritsAsPart(const Place& place, const ExecutedCall& call, Judged& one);
    [[nodiscard]] bool inheritsFromMaker(const Place& place, const ExecutedCall& call, Judged& one);
    [[nodiscard]] bool inheritsUninitialised(const Place& place, const ExecutedCall& call, Judged& one);

    void swallowByCast(const Place& place, TensorId given);
    void settleMasks();
    void settleUninitialised();
    void showMask(std::size_t judged);
    void numberBirths();

    [[nodiscard]] std::size_t find(TensorId id) const;
    [[nodiscard]] std::size_t indexOf(const Judged& one) const
    {
        return static_cast<std::size_t>(&one - m_judged.data());
    }
    [[nodiscard]] std::size_t rootOf(std::size_t judged);
    [[nodiscard]] Standing standingOf(std::size_t judged) const;
    [[nodiscard]] bool isShown(std::size_t judged) const { return standingOf(judged) == Standing::Shown; }
    void link(Judged& one, std::size_t source);
    void inherit(Judged& one, std::size_t source, Message why);
    static void cause(Judged& one, ValueOrigin origin, Message why);
    void setAside(Judged& one, ValueOrigin origin, Message why, std::size_t source = kNowhere);
    [[nodiscard]] std::optional<std::uint64_t> elements(TensorId id) const;
    [[nodiscard]] std::optional<double> statistic(TensorId id, StatisticTable::Field field) const;
    [[nodiscard]] bool hasSameNumbers(TensorId a, TensorId b) const;
    [[nodiscard]] static bool isLowestNumber(double number); ///< of a type, or twice that
    [[nodiscard]] bool hasOrdinary(const Judged& one) const; ///< numbers beside -Inf
    [[nodiscard]] bool givesFinite(const ExecutedCall& call) const;
    [[nodiscard]] bool isParameter(const ExecutedCall& call, TensorId id) const;
    [[nodiscard]] bool hasOrder(TensorId id) const;
    [[nodiscard]] Message nameOf(const Judged& one) const;
    [[nodiscard]] Message describe(TensorId id) const;     ///< "output 0"
    [[nodiscard]] Message withOperator(TensorId id) const; ///< "output 0 of Torch.log.0.forward"

    OriginTracker& m_tracker;
    const DumpIndex& m_index;
    std::stop_token m_stop;
    Progress* m_progress;
    bool m_isNamedInOrder = false; ///< the order is known from numbers in names only
    OperatorHistory m_history;
    NanArguments m_nanArguments;
    std::vector<Judged> m_judged;    ///< as the tracker's found ones, ascending
    std::vector<Place> m_places;     ///< by step, then rank
    std::vector<OriginStep> m_steps; ///< that are finished
    /// Inputs of collectives: by step, name and occurrence; sent tensors: by step and size.
    std::map<std::tuple<std::optional<std::int64_t>, std::string_view, std::uint32_t>, FirstByRank>
        m_exchanged;
    std::map<std::pair<std::optional<std::int64_t>, std::optional<std::uint64_t>>, FirstByRank> m_sent;
};

} // namespace dumpscope::core
