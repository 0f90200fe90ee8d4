// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/node_marks.h"

#include "common/numbers.h"
#include "comparison/verdict_words.h"

#include <QCoreApplication>
#include <QStringList>

#include <array>
#include <cmath>

namespace dumpscope::gui {

namespace {

struct NodeMarks {
    Q_DECLARE_TR_FUNCTIONS(dumpscope::gui::NodeMarks)
};

/// From harmless to alarming.
constexpr std::array kBySeverity {State::None, State::Running, State::Pass, State::Unpaired,
    State::NotComparable, State::Warn, State::FailInside, State::Fail, State::FirstDivergence};

std::uint64_t countOf(const core::TensorTable& table, std::size_t row, int column)
{
    const std::optional<double> number = core::cellNumber(table.cell(row, column));
    return number && *number > 0 && std::isfinite(*number) ? static_cast<std::uint64_t>(*number) : 0;
}

} // namespace

State worseOf(State a, State b)
{
    const auto place
        = [](State state) { return std::ranges::find(kBySeverity, state) - kBySeverity.begin(); };
    const auto known = [](auto at) { return at == static_cast<std::ptrdiff_t>(kBySeverity.size()) ? 0 : at; };
    return known(place(a)) >= known(place(b)) ? a : b;
}

std::vector<NodeMark> tensorMarks(
    const LoadedGraph& loaded, std::size_t number, const core::TensorTable& table)
{
    const core::GraphMatch& match = loaded.parts[number].match;
    const int nan = table.columnByName("nan_count"), pos = table.columnByName("pos_inf_count"),
              neg = table.columnByName("neg_inf_count");
    std::vector<NodeMark> marks(loaded.graph(number).nodes().size());
    for (std::size_t node = 0; node < marks.size(); ++node) {
        NodeMark& mark = marks[node];
        bool isIn = false, isOut = false;
        std::uint64_t count = 0;
        for (const core::TensorId id : match.tensorsOf(core::NodeId(node))) {
            const core::TensorRow& row = loaded.index->tensor(id);
            mark.hasOverflow = mark.hasOverflow || row.hasOverflow;
            const bool isAny = table.has(id.value(), core::FilterTable::Property::Nan)
                || table.has(id.value(), core::FilterTable::Property::Inf);
            if (!isAny)
                continue;
            (row.io == core::Io::Input ? isIn : isOut) = true;
            const std::uint64_t nans = countOf(table, id.value(), nan), up = countOf(table, id.value(), pos),
                                down = countOf(table, id.value(), neg);
            mark.hasNan = mark.hasNan || nans > 0;
            mark.hasPosInf = mark.hasPosInf || up > 0;
            mark.hasNegInf = mark.hasNegInf || down > 0;
            if (row.io != core::Io::Input)
                count = std::max(count, nans + up + down);
        }
        mark.isBorn = isOut && !isIn;
        if (mark.isBorn)
            mark.state = State::FirstDivergence;
        else if (isOut || isIn)
            mark.state = State::FailInside;
        else if (mark.hasOverflow)
            mark.state = State::Warn;
        if (count > 0)
            mark.note = (mark.hasNan ? QStringLiteral("NaN ") : QStringLiteral("Inf "))
                + groupedNumber(static_cast<qint64>(count));
        else if (mark.hasOverflow)
            mark.note = NodeMarks::tr("overflow");
    }
    return marks;
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
        std::optional<double> difference; ///< the largest of the outputs
    };
    std::vector<Found> found(marks.size());
    const int difference = pairs.columnByName("max_absolute_error");
    const auto placeOf = [&](std::size_t row) {
        const core::TensorPair& pair = pairs.row(row).pair;
        return std::pair(isTarget ? pair.target : pair.golden,
            loaded.places[(isTarget ? pair.target : pair.golden).value()]);
    };
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const auto [id, place] = placeOf(row);
        if (!place.node.isValid() || place.number != number)
            continue;
        Found& node = found[place.node.value()];
        const bool isInput = loaded.index->tensor(id).io == core::Io::Input;
        State& state = isInput ? node.in : node.out;
        state = worseOf(state, stateOf(pairs.row(row).verdict));
        const auto size = difference >= 0 ? core::cellNumber(pairs.cell(row, difference)) : std::nullopt;
        if (!isInput && size && (!node.difference || *size > *node.difference))
            node.difference = size;
    }
    for (std::size_t node = 0; node < marks.size(); ++node) {
        const Found& verdicts = found[node];
        NodeMark& mark = marks[node];
        State state = verdicts.out;
        // What fails although its inputs do is no error of its own.
        if (verdicts.in == State::Fail && (state == State::Fail || state == State::None))
            state = State::FailInside;
        else if (state == State::None)
            state = verdicts.in;
        if (state == State::None && compared.isOver
            && !loaded.parts[number].match.tensorsOf(core::NodeId(node)).empty())
            state = State::Unpaired;
        if (state == State::None)
            continue;
        mark.isBorn = false; // the verdict says more
        mark.state = state;
        if (verdicts.difference && mark.note.isEmpty())
            mark.note = QStringLiteral("Δ ") + shortNumber(*verdicts.difference);
    }
    if (compared.firstDivergence && *compared.firstDivergence < pairs.rows()) {
        const auto [id, place] = placeOf(*compared.firstDivergence);
        if (place.node.isValid() && place.number == number)
            marks[place.node.value()].state = State::FirstDivergence;
    }
}

std::vector<State> scopeStates(const core::ScopeTree& tree, const std::vector<NodeMark>& marks)
{
    std::vector<State> states(tree.scopes().size(), State::None);
    for (std::size_t node = 0; node < marks.size(); ++node) {
        State& state = states[tree.scopeOf(core::NodeId(node))];
        const State own = marks[node].state;
        // A filled mark stands on the item itself only; scopes say that it is inside.
        state = worseOf(state, own == State::Fail || own == State::FirstDivergence ? State::FailInside : own);
    }
    for (std::size_t scope = states.size(); scope-- > 1;) {
        State& above = states[tree.scope(static_cast<std::uint32_t>(scope)).parent];
        above = worseOf(above, states[scope]);
    }
    return states;
}

QString markWords(const NodeMark& mark)
{
    QStringList words;
    if (mark.isBorn)
        words += NodeMarks::tr("born here");
    else if (mark.state == State::FailInside)
        words += NodeMarks::tr("inherited");
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
    if (mark.isMissing)
        words += NodeMarks::tr("only on this side");
    return words.join(QStringLiteral(", "));
}

} // namespace dumpscope::gui
