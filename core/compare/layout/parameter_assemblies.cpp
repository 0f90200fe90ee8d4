// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/parameter_assemblies.h"

#include "compare/layout/model_parameters.h"
#include "compare/layout/operator_class.h"
#include "compare/layout/parameter_readings.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

namespace dumpscope::core {

namespace {

/// Relative L2 error below which values are related: unrelated ones of equal size are at the square root
/// of 2.
constexpr double kRelated = 0.5;

/// What training or rounding leaves alone is the same.
constexpr double kSame = 0.01;

/// Parameters of all layers that are held alike on both sides.
struct Alike {
    std::vector<ParameterGroup> layers;
};

class Assembling {
public:
    Assembling(const ComparisonSide& target, const ComparisonSide& golden, const std::set<TensorId>* wanted,
        TaskContext& task)
        : m_target(target.index)
        , m_golden(golden.index)
        , m_wanted(wanted)
        , m_task(task)
    {
        const NameTables tables({NameTable::builtin().begin(), NameTable::builtin().end()});
        m_targets = modelParameters(target, tables);
        m_goldens = modelParameters(golden, tables);
        m_areLayersKnown = areLayersNumbered(target, golden, m_targets, m_goldens);
        m_said = recordedHeadSize(*target.index);
        if (!m_said)
            m_said = recordedHeadSize(*golden.index);
    }

    Result<std::vector<ParameterClass>> run()
    {
        std::map<std::string, Alike> alike;
        for (ParameterGroup& group : parameterGroups(m_targets, m_goldens)) {
            if (isWanted(group))
                alike[group.kind()].layers.push_back(std::move(group));
        }
        std::vector<ParameterClass> classes;
        // Values tell the size of a head by weights; biases may be all alike.
        for (const bool isOfWeights : {true, false}) {
            for (const auto& [kind, ofKind] : alike) {
                if (ofKind.layers.front().name.ends_with("weight") != isOfWeights)
                    continue;
                TRY_ASSIGN(auto made, classOf(ofKind.layers));
                if (made)
                    classes.push_back(std::move(*made));
            }
        }
        return classes;
    }

private:
    [[nodiscard]] bool isWanted(const ParameterGroup& group) const
    {
        return !m_wanted || std::ranges::any_of(group.golden.tensors(), [&](const HeldParameter* one) {
            return m_wanted->contains(one->id);
        });
    }

    /// The reading that values agree with, or the only one; nullopt: neither says.
    Result<std::optional<ParameterClass>> classOf(const std::vector<ParameterGroup>& layers)
    {
        std::vector<ParameterReading> readings = parameterReadings(layers.front(), headSize());
        if (readings.empty())
            return std::optional<ParameterClass>();
        ParameterClass made;
        std::size_t chosen = 0;
        if (readings.size() > 1) {
            TRY_ASSIGN(const Decision decision, decide(layers, readings));
            if (!decision.reading && decision.isRelated)
                return std::optional<ParameterClass>();
            made.isUndecided = !decision.reading;
            chosen = decision.reading.value_or(0);
            if (decision.reading && readings[chosen].headSize && !m_found)
                m_found = readings[chosen].headSize;
        }
        std::size_t related = 0;
        for (const ParameterGroup& layer : layers) {
            for (const HeldParameter* const one : layer.golden.tensors()) {
                if (m_wanted && !m_wanted->contains(one->id))
                    continue;
                auto assembly = assemblyOf(*one, layer, readings[chosen]);
                if (!assembly)
                    continue;
                TRY_ASSIGN(const bool isMeasured, measure(*assembly, one->id));
                related += isMeasured && assembly->error < kRelated ? 1 : 0;
                assembly->isByNames = true;
                assembly->basis
                    = isMeasured && assembly->error <= kSame ? AssemblyBasis::Values : AssemblyBasis::Names;
                made.members.emplace(one->id, std::move(*assembly));
            }
        }
        made.isSupported = !made.isUndecided && 2 * related > made.members.size();
        made.areLayersKnown = m_areLayersKnown;
        return made.members.empty() ? std::nullopt : std::optional(std::move(made));
    }

    [[nodiscard]] HeadSize headSize() const
    {
        return m_found ? HeadSize {m_found, true} : HeadSize {m_said, false};
    }

    struct Decision {
        std::optional<std::size_t> reading;
        bool isRelated = false; ///< values agree with one reading at least
    };

    /// By a few layers: one of them may be wrong.
    Result<Decision> decide(
        const std::vector<ParameterGroup>& layers, const std::vector<ParameterReading>& readings)
    {
        constexpr double kClear = 3; // times as far off is the next one
        std::vector<double> errors;
        for (const ParameterReading& reading : readings) {
            double least = std::numeric_limits<double>::infinity();
            for (const std::size_t at : {std::size_t {0}, layers.size() / 2, layers.size() - 1}) {
                for (const HeldParameter* const one : layers[at].golden.tensors()) {
                    TRY_VOID(m_task.checkStop());
                    auto assembly = assemblyOf(*one, layers[at], reading);
                    if (!assembly)
                        continue;
                    TRY_ASSIGN(const bool isMeasured, measure(*assembly, one->id));
                    if (isMeasured)
                        least = std::min(least, assembly->error);
                }
            }
            errors.push_back(least);
        }
        const auto best = std::ranges::min_element(errors);
        const bool isRelated = *best < kRelated;
        if (isRelated) {
            const auto isNear = [&](double error) { return error <= kClear * *best; };
            if (std::ranges::count_if(errors, isNear) == 1)
                return Decision {static_cast<std::size_t>(best - errors.begin()), isRelated};
        }
        // Values are alike in several, or in none: then a file has to say.
        std::optional<std::size_t> said;
        for (std::size_t i = 0; i < readings.size(); ++i) {
            if (!readings[i].isSaid || (isRelated && errors[i] > kClear * *best))
                continue;
            if (said)
                return Decision {std::nullopt, isRelated};
            said = i;
        }
        return Decision {said, isRelated};
    }

    /// False: it is too large, or cannot be read.
    Result<bool> measure(Assembly& assembly, TensorId golden)
    {
        constexpr std::uint64_t kMost = 256U << 20U;
        const auto isLarge
            = [](const DumpIndex& index, TensorId id) { return index.tensor(id).bytes > kMost; };
        if (isLarge(m_golden.index(), golden)
            || std::ranges::any_of(
                assembly.parts, [&](const AssemblyPart& part) { return isLarge(m_target.index(), part.id); }))
            return false;
        return measureByValues(assembly, golden, m_target, m_golden, m_task);
    }

    TensorStore m_target, m_golden;
    const std::set<TensorId>* m_wanted;
    TaskContext& m_task;
    ModelParameters m_targets, m_goldens;
    bool m_areLayersKnown = false;
    std::optional<std::int64_t> m_said, m_found; ///< elements of a head: as a file says, as values do
};

bool haveOneInCommon(const Assembly& a, const Assembly& b)
{
    return std::ranges::any_of(a.parts, [&](const AssemblyPart& part) {
        return std::ranges::any_of(b.parts, [&](const AssemblyPart& other) { return other.id == part.id; });
    });
}

} // namespace

Result<std::vector<ParameterClass>> parameterAssemblies(const ComparisonSide& target,
    const ComparisonSide& golden, const std::set<TensorId>* wanted, TaskContext& task)
{
    return Assembling(target, golden, wanted, task).run();
}

void addParameterAssemblies(std::map<TensorId, Assembly>& found, std::vector<ParameterClass> classes)
{
    constexpr std::size_t kMany = 5; // one in so many
    const auto isFoundByValues = [&](TensorId id) { return found.contains(id) && !found.at(id).isCarried(); };
    const auto isElsewhere = [&](TensorId id, const Assembly& assembly) {
        return isFoundByValues(id) && !haveOneInCommon(found.at(id), assembly);
    };
    std::size_t all = 0, elsewhere = 0;
    for (const ParameterClass& one : classes) {
        if (one.isUndecided)
            continue;
        for (const auto& [id, assembly] : one.members) {
            ++all;
            elsewhere += !one.isSupported && !one.areLayersKnown && isElsewhere(id, assembly) ? 1 : 0;
        }
    }
    const bool areNamesWrong = kMany * elsewhere > all;
    for (ParameterClass& one : classes) {
        const auto known = static_cast<std::size_t>(std::ranges::count_if(
            one.members, [&](const auto& member) { return isFoundByValues(member.first); }));
        const bool isOfNames
            = !one.isUndecided && (one.isSupported || (!areNamesWrong && 2 * known <= one.members.size()));
        for (auto& [id, assembly] : one.members) {
            const bool isExchanged = one.areLayersKnown && !one.isUndecided && isElsewhere(id, assembly);
            if (!one.isSupported && !isExchanged && isFoundByValues(id))
                found.at(id).isAgainstNames = haveOneInCommon(found.at(id), assembly);
            else if (isOfNames || isExchanged)
                found.insert_or_assign(id, std::move(assembly));
        }
    }
}

} // namespace dumpscope::core
