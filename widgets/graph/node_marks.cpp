// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/node_marks.h"

#include "common/numbers.h"
#include "compare/suspects/tensor_error.h"
#include "comparison/sides_strip.h"
#include "comparison/verdict_words.h"
#include "overflow/origin_tracker.h"
#include "records/recorded_verdict.h"
#include "tensor/non_finite.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <map>
#include <ranges>

namespace dumpscope::gui {

namespace {

struct NodeMarks {
    Q_DECLARE_TR_FUNCTIONS(dumpscope::gui::NodeMarks)
};

std::uint64_t countOf(const core::TensorTable& table, std::size_t row, int column)
{
    const std::optional<double> number = core::cellNumber(table.cell(row, column));
    return number && *number > 0 && std::isfinite(*number) ? static_cast<std::uint64_t>(*number) : 0;
}

struct LargestError {
    std::optional<std::size_t> row;
    double size = 0; ///< NaN is larger than any number

    void add(std::size_t candidate, double error)
    {
        if (row && !(error > size) && !(std::isnan(error) && !std::isnan(size)))
            return;
        row = candidate;
        size = error;
    }
};

StepPlace placeOf(const core::DumpIndex& index, core::TensorId id)
{
    const core::FolderFacts& facts = index.factsOf(id);
    return {facts.rank, facts.step};
}

/// What has no rank or no step, as weights in a folder of their own, is of all.
bool isOf(const StepPlace& place, const StepPlace& at)
{
    const auto agrees = [](const auto& a, const auto& b) { return !a || !b || *a == *b; };
    return agrees(place.first, at.first) && agrees(place.second, at.second);
}

/// "NaN 12 · step 3"; without a place where the dump has but one.
QString withPlace(const core::DumpIndex& index, const QString& words, const StepPlace& at)
{
    const QString place = placeText(index, at.first, at.second);
    return place.isEmpty() ? words : QStringLiteral("%1 · %2").arg(words, place);
}

/// Marks of one graph as far as its tensors tell them.
class MarkMaker {
public:
    MarkMaker(const LoadedGraph& loaded, std::size_t number, const core::TensorTable& table,
        const std::optional<StepPlace>& at)
        : m_index(*loaded.index)
        , m_isLate(loaded.isLate)
        , m_graph(loaded.graph(number))
        , m_match(loaded.parts[number].match)
        , m_table(table)
        , m_states(m_index.tensorCount())
        , m_isBorn(m_index.tensorCount(), false)
    {
        // Of another rank the graph may be, which has nothing of the one that is looked at.
        const bool isLookedAt = at && std::ranges::any_of(loaded.places, [&](const auto& place) {
            const auto id = static_cast<std::size_t>(&place - loaded.places.data());
            return place.node.isValid() && place.number == number
                && isOf(placeOf(m_index, core::TensorId(id)), *at);
        });
        if (isLookedAt)
            m_at = at;
    }

    std::vector<NodeMark> run(const FirstNonFinite::Origins& scanned)
    {
        if (scanned.isEmpty())
            findOrigins();
        for (auto found = scanned.cbegin(); found != scanned.cend(); ++found)
            take(core::TensorId(found.key()), found.value());
        std::vector<NodeMark> marks(m_graph.nodes().size());
        const std::vector<core::RecordedNotes> notes = core::recordedNotes(m_graph);
        for (std::size_t node = 0; node < marks.size(); ++node) {
            mark(core::NodeId(node), marks[node]);
            if (!notes.empty())
                addRecorded(notes[node], marks[node]);
        }
        return marks;
    }

private:
    using Values = core::MeasuredTensor::State;

    [[nodiscard]] bool isInput(core::TensorId id) const
    {
        const core::Io io = m_index.tensor(id).io;
        return io == core::Io::Input || io == core::Io::Parameter || io == core::Io::Argument;
    }

    [[nodiscard]] core::MeasuredTensor measuredOf(core::TensorId id) const
    {
        core::MeasuredTensor measured = core::measuredByStatistics(m_index, id);
        if (measured.state != Values::Unread)
            return measured;
        measured.state = valuesOf(id);
        measured.showsNan = m_table.has(id.value(), core::FilterTable::Property::Nan);
        const auto known = [&](int column) {
            return core::isNull(m_table.cell(id.value(), column))
                ? std::nullopt
                : std::optional(countOf(m_table, id.value(), column));
        };
        measured.nan = known(m_nan);
        measured.posInf = known(m_posInf);
        measured.negInf = known(m_negInf);
        return measured;
    }

    [[nodiscard]] Values valuesOf(core::TensorId id) const
    {
        if (m_table.has(id.value(), core::FilterTable::Property::Nan)
            || m_table.has(id.value(), core::FilterTable::Property::Inf))
            return Values::NonFinite;
        if (const core::DType dtype = m_index.tensor(id).dtype;
            dtype != core::DType::Unknown && !core::canBeNonFinite(dtype))
            return Values::Skipped;
        const bool isKnown = !core::isNull(m_table.cell(id.value(), m_max))
            || !core::isNull(m_table.cell(id.value(), m_nan));
        return isKnown ? Values::Finite : Values::Unread;
    }

    void findOrigins()
    {
        core::OriginTracker tracker(m_index);
        for (std::size_t i = 0; i < m_states.size(); ++i) {
            const core::MeasuredTensor measured = measuredOf(core::TensorId(i));
            m_states[i] = measured.state;
            tracker.add(measured);
        }
        const auto found = tracker.finish({});
        if (!found)
            return; // nobody stops it
        for (const core::NonFiniteTensor& tensor : *found)
            take(tensor.id, tensor.origin);
    }

    void take(core::TensorId id, core::ValueOrigin origin)
    {
        if (id.value() >= m_states.size())
            return;
        if (origin == core::ValueOrigin::Mask || origin == core::ValueOrigin::Uninitialised) {
            m_states[id.value()] = Values::Finite; // meant: nothing to mark
            return;
        }
        m_states[id.value()] = Values::NonFinite;
        m_isBorn[id.value()] = origin == core::ValueOrigin::Born;
        const core::FolderFacts& facts = m_index.factsOf(id);
        const auto [first, isNew] = m_firstStep.try_emplace(facts.rank, facts.step);
        if (!isNew)
            first->second = std::min(first->second, facts.step);
    }

    /// How many of an output are not finite, of the one that has most.
    struct NonFiniteCounts {
        std::uint64_t nan = 0, infinite = 0;

        [[nodiscard]] QString note() const
        {
            return nan > 0     ? QStringLiteral("NaN ") + groupedNumber(static_cast<qint64>(nan))
                : infinite > 0 ? QStringLiteral("Inf ") + groupedNumber(static_cast<qint64>(infinite))
                               : QString();
        }
    };

    void mark(core::NodeId node, NodeMark& mark) const
    {
        bool isAny = false, isInTime = false;
        NonFiniteCounts most;
        for (const core::TensorId id : m_match.tensorsOf(node)) {
            if (!isSeen(id))
                continue;
            mark.hasOverflow = mark.hasOverflow || m_index.tensor(id).hasOverflow;
            if (m_states[id.value()] != Values::NonFinite)
                continue;
            isAny = true;
            isInTime = isInTime || !m_isLate[id.value()];
            addKinds(id, mark);
            if (isInput(id))
                continue;
            addCounts(id, most);
            mark.isBorn = mark.isBorn || isBorn(id);
        }
        if (mark.isBorn)
            mark.state = State::BornHere;
        else if (isAny)
            mark.state = isInTime ? State::Inherited : State::AfterStep;
        else if (mark.hasOverflow)
            mark.state = State::Warn;
        mark.note = most.note();
        if (mark.note.isEmpty() && mark.hasOverflow)
            mark.note = NodeMarks::tr("overflow");
        if (!isAny)
            mark.elsewhere = noteElsewhere(node);
    }

    void addKinds(core::TensorId id, NodeMark& mark) const
    {
        // Files without counts still show them in their extremes.
        const double most = core::cellNumber(m_table.cell(id.value(), m_max)).value_or(0);
        const double least = core::cellNumber(m_table.cell(id.value(), m_min)).value_or(0);
        mark.hasNan = mark.hasNan || m_table.has(id.value(), core::FilterTable::Property::Nan);
        mark.hasPosInf
            = mark.hasPosInf || countOf(m_table, id.value(), m_posInf) > 0 || (std::isinf(most) && most > 0);
        mark.hasNegInf = mark.hasNegInf || countOf(m_table, id.value(), m_negInf) > 0
            || (std::isinf(least) && least < 0);
    }

    void addCounts(core::TensorId id, NonFiniteCounts& most) const
    {
        most.nan = std::max(most.nan, countOf(m_table, id.value(), m_nan));
        most.infinite = std::max(
            most.infinite, countOf(m_table, id.value(), m_posInf) + countOf(m_table, id.value(), m_negInf));
    }

    /// Of the first step that has some where the one looked at has none.
    [[nodiscard]] QString noteElsewhere(core::NodeId node) const
    {
        if (!m_at)
            return {};
        for (const core::TensorId id : m_match.tensorsOf(node)) {
            if (isSeen(id) || isInput(id) || m_states[id.value()] != Values::NonFinite)
                continue;
            NonFiniteCounts counts;
            addCounts(id, counts);
            QString note = counts.note();
            if (note.isEmpty()) // nobody counted
                note = m_table.has(id.value(), core::FilterTable::Property::Nan) ? QStringLiteral("NaN")
                                                                                 : QStringLiteral("Inf");
            return withPlace(m_index, note, placeOf(m_index, id));
        }
        return {};
    }

    [[nodiscard]] bool isSeen(core::TensorId id) const { return !m_at || isOf(placeOf(m_index, id), *m_at); }

    /// What the graph file says itself, unless the tensors of the dump show worse.
    static void addRecorded(const core::RecordedNotes& notes, NodeMark& mark)
    {
        State state = recordedState(notes.verdict);
        if (notes.overflow != core::RecordedOverflow::None) {
            mark.hasOverflow = true;
            mark.isBorn = mark.isBorn || notes.overflow == core::RecordedOverflow::Born;
            state = worseOf(
                state, notes.overflow == core::RecordedOverflow::Born ? State::BornHere : State::Warn);
            if (mark.note.isEmpty())
                mark.note = NodeMarks::tr("overflow");
        }
        if (state == State::None || worseOf(mark.state, state) != state)
            return;
        mark.state = state;
        mark.isRecorded = true;
    }

    static State recordedState(core::RecordedVerdict verdict)
    {
        switch (verdict) {
        case core::RecordedVerdict::Pass:
            return State::Pass;
        case core::RecordedVerdict::Warning:
            return State::Warn;
        case core::RecordedVerdict::Error:
            return State::Fail;
        case core::RecordedVerdict::Unmatched:
            return State::Unpaired;
        case core::RecordedVerdict::None:
            break;
        }
        return State::None;
    }

    /// What is born in a later step than the first is not where it began.
    [[nodiscard]] bool isBorn(core::TensorId id) const
    {
        const core::FolderFacts& facts = m_index.factsOf(id);
        return m_isBorn[id.value()] && m_firstStep.at(facts.rank) == facts.step;
    }

    const core::DumpIndex& m_index;
    const std::vector<bool>& m_isLate;
    const core::Graph& m_graph;
    const core::GraphMatch& m_match;
    const core::TensorTable& m_table;
    std::optional<StepPlace> m_at; ///< looked at; else all are
    const int m_nan = m_table.columnByName("nan_count"), m_posInf = m_table.columnByName("pos_inf_count"),
              m_negInf = m_table.columnByName("neg_inf_count"), m_max = m_table.columnByName("max"),
              m_min = m_table.columnByName("min");
    std::vector<Values> m_states;                                                   ///< by tensor
    std::vector<bool> m_isBorn;                                                     ///< by tensor
    std::map<std::optional<std::int64_t>, std::optional<std::int64_t>> m_firstStep; ///< not finite, by rank
};

} // namespace

std::vector<NodeMark> tensorMarks(const LoadedGraph& loaded, std::size_t number,
    const core::TensorTable& table, const FirstNonFinite::Origins& scanned,
    const std::optional<StepPlace>& at)
{
    return MarkMaker(loaded, number, table, at).run(scanned);
}

void addVerdicts(
    const LoadedGraph& loaded, std::size_t number, const Compared& compared, std::vector<NodeMark>& marks)
{
    if (!compared.pairs)
        return;
    const core::PairTable& pairs = *compared.pairs;
    const bool isTarget = pairs.target().index == loaded.index,
               isGolden = pairs.golden().index == loaded.index;
    if (!isTarget && !isGolden)
        return;
    struct Found {
        State in = State::None, out = State::None;
        State late = State::None;    ///< of a parameter as the step left it
        std::optional<StepPlace> at; ///< that is looked at
        LargestError here, anywhere;
    };
    std::vector<Found> found(marks.size());
    const int difference = pairs.columnByName("max_absolute_error");
    const auto tensorOf = [&](std::size_t row) {
        const core::TensorPair& pair = pairs.row(row).pair;
        return std::pair(isTarget ? pair.target : pair.golden,
            loaded.places[(isTarget ? pair.target : pair.golden).value()]);
    };
    const auto isOfGraph = [&](std::size_t row) {
        const LoadedGraph::Place& place = tensorOf(row).second;
        return place.node.isValid() && place.number == number;
    };
    const auto stepOf = [&](std::size_t row) { return placeOf(*loaded.index, tensorOf(row).first); };
    const auto withStep
        = [&](const QString& words, std::size_t row) { return withPlace(*loaded.index, words, stepOf(row)); };
    // Of another rank the graph may be, which has nothing of the one that is looked at.
    const auto rows = std::views::iota(std::size_t {0}, pairs.rows());
    const bool isLookedAt = compared.at && std::ranges::any_of(rows, [&](std::size_t row) {
        return isOfGraph(row) && stepOf(row) == *compared.at;
    });
    for (const std::size_t row : rows) {
        if (!isOfGraph(row))
            continue;
        const auto [id, place] = tensorOf(row);
        Found& node = found[place.node.value()];
        if (!node.at)
            node.at = isLookedAt ? *compared.at : stepOf(row);
        const bool isHere = *node.at == stepOf(row);
        const bool isInput = loaded.index->tensor(id).io == core::Io::Input;
        if (isHere) {
            State& state = loaded.isLate[id.value()] ? node.late : isInput ? node.in : node.out;
            state = worseOf(state, stateOf(pairs.row(row).verdict));
        }
        const auto size = isInput || difference < 0 ? std::nullopt : pairs.metricNumber(row, difference);
        if (!size)
            continue;
        node.anywhere.add(row, *size);
        if (isHere)
            node.here.add(row, *size);
    }
    const auto isMadeHere = [&](std::size_t node) {
        return std::ranges::any_of(
            loaded.parts[number].match.tensorsOf(core::NodeId(node)), [&](core::TensorId id) {
                return core::isMadeByOperator(loaded.index->tensor(id).io)
                    && (!found[node].at || placeOf(*loaded.index, id) == *found[node].at);
            });
    };
    const auto isDumpedHere = [&](std::size_t node) {
        return std::ranges::any_of(loaded.parts[number].match.tensorsOf(core::NodeId(node)),
            [&](core::TensorId id) { return !isLookedAt || placeOf(*loaded.index, id) == *compared.at; });
    };
    for (std::size_t node = 0; node < marks.size(); ++node) {
        const Found& verdicts = found[node];
        NodeMark& mark = marks[node];
        State state = verdicts.out;
        // What fails although its inputs do is no error of its own.
        if (verdicts.in == State::Fail && (state == State::Fail || state == State::None))
            state = State::Inherited;
        else if (state == State::None)
            state = verdicts.in;
        // What it was given says nothing of what it makes of that.
        if (verdicts.out == State::None && state == State::Pass && compared.isOver && isMadeHere(node))
            state = State::Unpaired;
        // What the step made of a parameter is no cause of what it gave.
        if (state == State::None)
            state = verdicts.late == State::Fail ? State::AfterStep : verdicts.late;
        if (state == State::None && compared.isOver && isDumpedHere(node))
            state = State::Unpaired;
        if (verdicts.anywhere.row && verdicts.anywhere.row != verdicts.here.row)
            mark.elsewhere = withStep(differenceNote(pairs, *verdicts.anywhere.row), *verdicts.anywhere.row);
        if (state == State::None)
            continue;
        mark.isBorn = mark.isRecorded = false; // the verdict says more
        mark.state = mark.hasOverflow ? worseOf(state, State::Warn) : state;
        if (mark.note.isEmpty())
            mark.note = verdicts.here.row ? differenceNote(pairs, *verdicts.here.row) : mark.elsewhere;
    }
    if (const auto first = compared.firstDivergence; first && *first < pairs.rows() && isOfGraph(*first)) {
        const std::size_t node = tensorOf(*first).second.node.value();
        if (found[node].at == stepOf(*first))
            marks[node].state = State::FirstDivergence;
        else
            marks[node].elsewhere = withStep(stateWord(State::FirstDivergence), *first);
    }
}

std::vector<State> scopeStates(const core::ScopeTree& tree, const std::vector<NodeMark>& marks)
{
    std::vector<State> states(tree.scopes().size(), State::None);
    for (std::size_t node = 0; node < marks.size(); ++node) {
        State& state = states[tree.scopeOf(core::NodeId(node))];
        const State own = marks[node].state;
        state = worseOf(state, stateAround(own));
    }
    for (std::size_t scope = states.size(); scope-- > 1;) {
        State& above = states[tree.scope(static_cast<std::uint32_t>(scope)).parent];
        above = worseOf(above, states[scope]);
    }
    return states;
}

QString differenceNote(const core::PairTable& pairs, std::size_t row)
{
    const int column = pairs.columnByName("max_absolute_error");
    const auto size = column < 0 ? std::nullopt : pairs.metricNumber(row, column);
    return size ? QStringLiteral("Δ ") + shortNumber(*size) : QString();
}

QString markWords(const NodeMark& mark)
{
    QStringList words;
    if (mark.isBorn)
        words += NodeMarks::tr("born here");
    else if (mark.state != State::None)
        words += stateWord(mark.state);
    if (mark.hasNan)
        words += QStringLiteral("NaN");
    if (mark.hasPosInf)
        words += QStringLiteral("+Inf");
    if (mark.hasNegInf)
        words += QStringLiteral("-Inf");
    if (mark.hasOverflow)
        words += NodeMarks::tr("overflow");
    if (mark.isRecorded)
        words += NodeMarks::tr("as the graph file records it");
    if (mark.isMissing)
        words += NodeMarks::tr("only on this side");
    return words.join(QStringLiteral(", "));
}

} // namespace dumpscope::gui
