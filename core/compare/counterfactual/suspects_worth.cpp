// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/counterfactual/suspects_worth.h"

#include "base/text.h"
#include "compare/counterfactual/value_key.h"
#include "compare/elements/significand.h"
#include "compare/layout/assembly.h"
#include "compare/recompute/dumped_call.h"
#include "compare/recompute/model_nodes.h"
#include "compare/recompute/reading_fit.h"
#include "model/recorded_order.h"
#include "model/tensor_store.h"
#include "readers/msprobe/msprobe_name.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

namespace dumpscope::core {

namespace {

constexpr std::size_t kSuspects = 3;
/// What is computed for one suspect: operations, and elements that are kept.
constexpr double kMostOperations = 0x1p33;
constexpr std::uint64_t kMostElements = std::uint64_t {1} << 26U;

/// One operator of a rank and step, once.
struct Execution {
    StringId name;
    std::uint32_t occurrence = 0;
    std::vector<TensorId> inputs, outputs; ///< parameters and keyword arguments are inputs
};

/// Elements as a type with so many significand bits holds them.
double rounded(double value, int significand, DType type)
{
    if (significand == 0 || !std::isfinite(value) || value == 0)
        return value;
    int exponent = 0;
    const double scaled = std::ldexp(std::frexp(value, &exponent), significand);
    const double held = std::ldexp(std::nearbyint(scaled), exponent - significand);
    const double most = largestFinite(type);
    return std::fabs(held) > most ? std::copysign(HUGE_VAL, held) : held;
}

template<typename Value>
Result<Operand> operandOfType(DType type, const std::vector<Value>& values, const Shape& shape)
{
    const auto* const bytes = reinterpret_cast<const std::byte*>(values.data());
    return Operand::make(
        makeDenseView(type, shape, Bytes::fromVector({bytes, bytes + values.size() * sizeof(Value)})));
}

/// `type`: the values are of. Nodes of a model refuse float64 beside float32, which holds those of shorter
/// types, too.
Result<Operand> operandOf(const std::vector<double>& values, const Shape& shape, DType type)
{
    if (type != DType::Float32 && type != DType::Float16 && type != DType::BFloat16)
        return operandOfType(DType::Float64, values, shape);
    std::vector<float> singles(values.size());
    std::ranges::transform(values, singles.begin(), [](double value) { return static_cast<float>(value); });
    return operandOfType(DType::Float32, singles, shape);
}

/// Relative L2; infinite where NaN or infinities are others than golden's, nothing where the counts differ.
Result<std::optional<double>> errorOf(const Operand& a, const Operand& golden, TaskContext& task)
{
    constexpr std::uint64_t kBetweenChecks = 65536;
    if (a.count() != golden.count())
        return std::optional<double>();
    double errors = 0, squares = 0;
    for (std::uint64_t i = 0; i < a.count(); ++i) {
        if (i % kBetweenChecks == 0)
            TRY_VOID(task.checkStop());
        const double value = golden.at(i), own = a.at(i);
        const bool isSame = own == value || (std::isnan(own) && std::isnan(value));
        if (!isSame && (!std::isfinite(own) || !std::isfinite(value)))
            return std::optional<double>(HUGE_VAL);
        if (!std::isfinite(value))
            continue;
        errors += (own - value) * (own - value);
        squares += value * value;
    }
    return std::optional(errors == 0 ? 0 : std::sqrt(errors / squares));
}

/// The target computed again behind one operator. Values are known by their elements (valueKey), so that
/// modules, views and operators that hand on what they were given need not be understood.
class Replay {
public:
    Replay(const Comparison& comparison, ModelNodes& models, TaskContext& task)
        : m_pairs(*comparison.pairs)
        , m_noise(comparison.suspicion.noise)
        , m_target(m_pairs.target().index)
        , m_golden(m_pairs.golden().index)
        , m_models(models)
        , m_task(task)
    {
        for (std::size_t row = 0; row < m_pairs.rows(); ++row) {
            const PairResult& result = m_pairs.row(row);
            if (result.basis == PairBasis::Elements && !isOfParts(result.pair))
                m_rowOf.emplace(result.pair.target, row);
        }
    }

    Result<Counterfactual> run(const Suspect& suspect)
    {
        m_other.clear();
        m_given.clear();
        m_unknown.clear();
        m_stops.clear();
        m_operations = 0;
        m_elements = 0;
        m_result = {};
        const std::vector<std::size_t> rows = givenRows(suspect);
        if (rows.empty()) {
            m_result.stopped = phrase("its values were not compared");
            return std::move(m_result);
        }
        const TensorId first = m_pairs.row(rows.front()).pair.target;
        TRY_VOID(collect(first));
        const TensorRow& own = m_target->tensor(first);
        const auto at = std::ranges::find_if(m_executions,
            [&](const Execution& one) { return one.name == own.opName && one.occurrence == own.occurrence; });
        bool isGiven = at != m_executions.end();
        for (const std::size_t row : rows) {
            TRY_ASSIGN(const bool has, give(row));
            isGiven = isGiven && has;
        }
        if (!isGiven) {
            m_result.stopped = phrase("golden's output cannot take its place");
            return std::move(m_result);
        }
        // An operator whose input is put right is itself computed again.
        const auto behind = at + (own.io == Io::Output ? 1 : 0);
        for (auto one = behind; one != m_executions.end(); ++one)
            TRY_VOID(pass(*one));
        TRY_VOID(findLast(behind));
        m_result.stopped = firstStop();
        return std::move(m_result);
    }

private:
    /// Rows whose target gets golden's elements: the outputs; where only inputs show the suspect, these.
    [[nodiscard]] std::vector<std::size_t> givenRows(const Suspect& suspect) const
    {
        for (const bool areOutputs : {true, false}) {
            std::vector<std::size_t> rows;
            for (const std::size_t row : suspect.pairs) {
                const TensorPair& pair = m_pairs.row(row).pair;
                if (m_rowOf.contains(pair.target)
                    && (m_target->tensor(pair.target).io == Io::Output) == areOutputs)
                    rows.push_back(row);
            }
            if (!rows.empty() && !suspect.targetOnly.isValid() && !suspect.goldenOnly.isValid())
                return rows;
        }
        return {};
    }

    /// Executions of the place of a tensor in their order, and the values they share.
    Result<void> collect(TensorId like)
    {
        const FolderFacts& place = m_target->factsOf(like);
        const auto placeOf = [](const FolderFacts& facts) {
            return std::tuple(facts.run, facts.rank, facts.step, facts.model, facts.graphId);
        };
        m_executions.clear();
        m_made.clear();
        std::vector<TensorId> ids;
        for (const TensorId id : m_pairs.target().tensors()) {
            if (m_target->tensor(id).opName.isValid() && placeOf(m_target->factsOf(id)) == placeOf(place))
                ids.push_back(id);
        }
        // Times of files order them as well as a recorded order does.
        std::vector<std::pair<std::uint32_t, TensorId>> ordered;
        if (isInExecutionOrder(*m_target, ids)) {
            const std::vector<std::uint32_t> places = executionPlaces(*m_target, ids);
            for (std::size_t i = 0; i < ids.size(); ++i)
                ordered.emplace_back(places[i], ids[i]);
        }
        std::ranges::sort(ordered);
        std::map<std::pair<StringId, std::uint32_t>, std::size_t> known;
        for (const auto& [order, id] : ordered) {
            TRY_VOID(m_task.checkStop());
            const TensorRow& row = m_target->tensor(id);
            const auto [at, isNew]
                = known.emplace(std::pair(row.opName, row.occurrence), m_executions.size());
            if (isNew)
                m_executions.push_back({row.opName, row.occurrence, {}, {}});
            Execution& one = m_executions[at->second];
            (row.io == Io::Output ? one.outputs : one.inputs).push_back(id);
            TRY_ASSIGN(const auto key, keyOf(id));
            if (row.io == Io::Output && key)
                m_made.insert(*key);
        }
        return {};
    }

    Result<Operand> open(const std::shared_ptr<const DumpIndex>& index, TensorId id)
    {
        TRY_ASSIGN(TensorView view, TensorStore(index).open(id, m_task));
        return Operand::make(std::move(view));
    }

    /// Of a tensor of the target; nothing where it has no values.
    Result<std::optional<std::uint64_t>> keyOf(TensorId id)
    {
        if (const auto known = m_keys.find(id); known != m_keys.end())
            return known->second;
        std::optional<std::uint64_t> key;
        const bool hasValues = m_target->tensor(id).state == TensorState::Ok;
        if (const auto operand = hasValues ? open(m_target, id) : fail(Code::NotFound, Message());
            operand && operand->check()) {
            TRY_ASSIGN(key, valueKey(*operand, m_task));
        }
        m_keys.emplace(id, key);
        return key;
    }

    Result<bool> give(std::size_t row)
    {
        const TensorPair& pair = m_pairs.row(row).pair;
        TRY_ASSIGN(const auto key, keyOf(pair.target));
        auto golden = open(m_golden, pair.golden);
        auto target = open(m_target, pair.target);
        if (!key || !golden || !target || golden->count() != target->count()
            || golden->shape() != target->shape())
            return false;
        m_other.insert_or_assign(*key, std::move(*golden));
        m_given.insert(*key);
        return true;
    }

    /// Decides what becomes of the outputs of one execution.
    Result<void> pass(const Execution& one)
    {
        bool isTouched = false;
        Message why; ///< the outputs cannot be known
        for (const TensorId input : one.inputs) {
            TRY_ASSIGN(const auto key, keyOf(input));
            if (key && m_other.contains(*key)) {
                isTouched = true;
            } else if (const auto unknown = key ? m_unknown.find(*key) : m_unknown.end();
                       unknown != m_unknown.end()) {
                why = unknown->second;
            } else if (!key || !m_made.contains(*key)) {
                TRY_ASSIGN(const bool isOff, isOffByMore(input));
                if (isOff && why.empty())
                    why = phrase("%1 of %2 comes from an operator that is not dumped",
                        ioPlace(m_target->tensor(input).io, m_target->tensor(input).slot),
                        printable(m_target->text(one.name)));
            }
        }
        if (!isTouched && why.empty())
            return {};
        bool isComputed = false;
        for (const TensorId output : one.outputs) {
            TRY_ASSIGN(const auto key, keyOf(output));
            if (!key || m_other.contains(*key))
                continue;
            Message reason = why;
            if (reason.empty()) {
                auto computed = compute(output);
                if (!computed && computed.error().code == Code::Cancelled)
                    return fail(std::move(computed).error());
                if (computed) {
                    m_other.insert_or_assign(*key, std::move(*computed));
                    m_unknown.erase(*key);
                    isComputed = true;
                    continue;
                }
                reason = phrase("%1 is not computed again: %2", printable(m_target->text(one.name)),
                    computed.error().message);
            }
            if (m_unknown.emplace(*key, reason).second)
                m_stops.emplace_back(*key, reason);
        }
        m_result.recomputed += isComputed ? 1 : 0;
        return {};
    }

    /// Whether an input that nobody made carries more error than its type and the run explain.
    Result<bool> isOffByMore(TensorId input)
    {
        constexpr double kFewRoundings = 4;
        const int bits = significandBits(m_target->tensor(input).dtype);
        const auto row = m_rowOf.find(input);
        if (bits == 0 || m_target->tensor(input).state != TensorState::Ok)
            return false;
        if (row == m_rowOf.end())
            return true;
        const auto target = open(m_target, input);
        const auto golden = open(m_golden, m_pairs.row(row->second).pair.golden);
        if (!target || !golden)
            return true;
        TRY_ASSIGN(const auto error, errorOf(*target, *golden, m_task));
        return !error || !(*error <= kFewRoundings * std::max(std::ldexp(1.0, -bits), m_noise));
    }

    /// An output of which inputs have other values, by the reading that explains the dumped one.
    Result<Operand> compute(TensorId output)
    {
        TRY_ASSIGN(const DumpedCall dumped, dumpedCall(m_target, output, {}, &m_attributes, m_task));
        if (!dumped.call.ranks.empty())
            return fail(Code::Unsupported,
                phrase("it is made of what other ranks give, which is not computed again"));
        const std::vector<Reading> readings = readingsOf(dumped);
        if (readings.empty())
            return fail(Code::Unsupported,
                builtinRecomputers().find(dumped.call.type) == nullptr
                    ? phrase("the operator is not known")
                    : phrase("it was called in a way that is not known"));
        TRY_ASSIGN(const std::size_t best, understood(readings, dumped));
        const double work = readings[best].cost * static_cast<double>(dumped.output.count());
        if (m_operations + work > kMostOperations || m_elements + dumped.output.count() > kMostElements)
            return fail(Code::Limit, phrase("it would take too long"));
        m_operations += work;
        m_elements += dumped.output.count();
        const OtherValues others = [this](TensorId id) -> std::optional<Operand> {
            const auto key = keyOf(id);
            const auto other = key && *key ? m_other.find(**key) : m_other.end();
            if (other == m_other.end())
                return std::nullopt;
            return reshaped(other->second, id);
        };
        TRY_ASSIGN(const DumpedCall again, dumpedCall(m_target, output, {}, &m_attributes, m_task, others));
        const std::vector<Reading> changed = readingsOf(again);
        const auto same = std::ranges::find(changed, readings[best].text, &Reading::text);
        if (same == changed.end())
            return fail(Code::Unsupported, phrase("it reads otherwise with other values"));
        return computed(*same, again);
    }

    std::vector<Reading> readingsOf(const DumpedCall& dumped)
    {
        if (auto reading = m_models.reading(dumped.name, dumped.call))
            return {std::move(*reading)};
        return builtinRecomputers().readings(dumped.call);
    }

    /// The reading by which the dumped output follows from the dumped inputs.
    Result<std::size_t> understood(const std::vector<Reading>& readings, const DumpedCall& dumped)
    {
        constexpr std::uint64_t kSome = 256;
        constexpr double kLongest = 0x1p24, kKernels = 16; // last digits
        std::vector<std::uint64_t> some;
        const std::uint64_t step = std::max<std::uint64_t>(dumped.output.count() / kSome, 1);
        for (std::uint64_t i = 0; i < dumped.output.count(); i += step)
            some.push_back(i);
        std::optional<std::size_t> best;
        double least = HUGE_VAL;
        for (std::size_t i = 0; i < readings.size(); ++i) {
            if (readings[i].cost > kLongest)
                continue;
            const double noise = readings[i].isProduct ? m_noise : 0;
            TRY_ASSIGN(const ReadingFit fit, fitReading(readings[i], dumped, some, noise, m_task));
            // Another kernel of the same function will do.
            const bool isSame = fit.score <= kSuspectScore
                || fit.error <= kKernels * std::ldexp(1.0, -dumped.call.significand);
            if (isSame && fit.error < least) {
                least = fit.error;
                best = i;
            }
        }
        if (!best)
            return fail(Code::Unsupported, phrase("its output does not follow from its inputs"));
        return *best;
    }

    /// The elements of another tensor in the shape of one that has the same.
    std::optional<Operand> reshaped(const Operand& other, TensorId like)
    {
        const auto own = open(m_target, like);
        if (!own || own->shape() == other.shape())
            return other;
        std::vector<double> values(other.count());
        other.gather(0, 1, other.count(), values.data());
        auto made = operandOf(values, own->shape(), other.dtype());
        return made ? std::optional(std::move(*made)) : std::nullopt;
    }

    Result<Operand> computed(const Reading& reading, const DumpedCall& call)
    {
        const auto betweenChecks
            = static_cast<std::uint64_t>(std::clamp(0x1p20 / std::max(reading.cost, 1.0), 1.0, 65536.0));
        std::vector<double> values(call.output.count());
        for (std::uint64_t i = 0; i < values.size(); ++i) {
            if (i % betweenChecks == 0)
                TRY_VOID(m_task.checkStop());
            values[i] = rounded(reading.at(i).value, call.call.significand, call.call.outputType);
        }
        return operandOf(values, call.call.output, call.call.outputType);
    }

    /// The last output that was computed: of the forward run where there is one, and no single number, in
    /// which errors cancel, if there is another.
    Result<void> findLast(std::vector<Execution>::const_iterator first)
    {
        for (const auto& [takesBackward, takesNumbers] :
            {std::pair(false, false), {false, true}, {true, false}, {true, true}}) {
            for (auto one = m_executions.cend(); one != first && !m_result.row;) {
                --one;
                const auto entry = parseMsprobeEntry(m_target->text(one->name));
                if (!takesBackward && entry && entry->isBackward)
                    continue;
                for (const TensorId output : one->outputs)
                    TRY_VOID(takeLast(output, takesNumbers));
            }
        }
        return {};
    }

    Result<void> takeLast(TensorId output, bool takesNumbers)
    {
        TRY_ASSIGN(const auto key, keyOf(output));
        const auto row = m_rowOf.find(output);
        const auto other = key ? m_other.find(*key) : m_other.end();
        if (row == m_rowOf.end() || other == m_other.end() || m_given.contains(*key) || m_result.row
            || (!takesNumbers && other->second.count() < 2))
            return {};
        const auto target = open(m_target, output);
        const auto golden = open(m_golden, m_pairs.row(row->second).pair.golden);
        if (!target || !golden)
            return {};
        TRY_ASSIGN(const auto before, errorOf(*target, *golden, m_task));
        TRY_ASSIGN(const auto after, errorOf(other->second, *golden, m_task));
        if (!before || !after || !(*before > 0))
            return {};
        m_result.row = row->second;
        m_result.name = std::string(m_target->text(m_target->tensor(output).opName));
        m_result.before = *before;
        m_result.after = *after;
        return {};
    }

    /// Of what is still not known: modules end after what they enclose.
    [[nodiscard]] Message firstStop() const
    {
        const auto stop
            = std::ranges::find_if(m_stops, [&](const auto& one) { return m_unknown.contains(one.first); });
        return stop == m_stops.end() ? Message() : stop->second;
    }

    const PairTable& m_pairs;
    double m_noise;
    std::shared_ptr<const DumpIndex> m_target, m_golden;
    ModelNodes& m_models;
    TaskContext& m_task;
    OperatorAttributes m_attributes;
    std::map<TensorId, std::size_t> m_rowOf;
    std::map<TensorId, std::optional<std::uint64_t>> m_keys;
    std::vector<Execution> m_executions;
    std::set<std::uint64_t> m_made;  ///< keys of outputs
    std::set<std::uint64_t> m_given; ///< keys of what has golden's elements
    std::unordered_map<std::uint64_t, Operand> m_other;
    std::unordered_map<std::uint64_t, Message> m_unknown;
    std::vector<std::pair<std::uint64_t, Message>> m_stops; ///< in the order of execution
    double m_operations = 0;
    std::uint64_t m_elements = 0;
    Counterfactual m_result;
};

} // namespace

void weighSuspects(Comparison& comparison, const ModelPlaces& places, TaskContext& task)
{
    std::vector<Suspect>& suspects = comparison.suspicion.suspects;
    const std::size_t count = std::min(suspects.size(), kSuspects);
    if (!comparison.isOrderKnown || count == 0)
        return;
    ModelNodes models(*comparison.pairs, places, task);
    Replay replay(comparison, models, task);
    task.progress.beginPhase(1, count);
    for (std::size_t i = 0; i < count && !task.stopped(); ++i) {
        if (auto done = replay.run(suspects[i]))
            suspects[i].counterfactual = std::move(*done);
        task.progress.advance();
    }
}

Comparison withWeighedSuspects(const Comparison& comparison, const ModelPlaces& models, TaskContext& task)
{
    Comparison weighed = comparison;
    weighSuspects(weighed, models, task);
    return weighed;
}

} // namespace dumpscope::core
