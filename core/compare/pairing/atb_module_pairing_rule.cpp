// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "compare/pairing/module_names.h"
#include "compare/pairing/pairing_rule.h"
#include "model/module_scope.h"
#include "readers/atb/atb_operator.h"
#include "tensor/shape.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>

namespace dumpscope::core {

namespace {

/// An operator of ATB and the modules that do the same. `activation` and `weight` are slots of ATB's inputs.
struct Kind {
    std::string_view atbType, moduleWord, pathWord;
    std::int32_t activation, weight; ///< weight -1: it has none
};
constexpr std::array kKinds {
    Kind {"Linear", "Linear", "", 0, 1},
    Kind {"RmsNorm", "Norm", "norm", 0, 1},
    Kind {"LayerNorm", "Norm", "norm", 0, 1},
    Kind {"Gather", "Embedding", "embed", 1, 0},
    Kind {"Activation", "LU", "", 0, -1},
    Kind {"Activation", "Activation", "", 0, -1},
};
/// Beside these nothing is known of a module but its parameter: what no other kind claims is a product.
constexpr std::size_t kProduct = 0;

constexpr int kNoLayer = -1, kNoRole = -1;

struct Candidate {
    std::uint32_t at;                                                ///< operator of the sequence
    int layer;                                                       ///< which of the side's layers, from 0
    std::optional<std::size_t> weight = {}, output = {}, input = {}; ///< places in the sequence
    int role = kNoRole; ///< place in the order in which a layer runs its modules, by the name
};

/// What Hugging Face calls the modules of a layer, in the order in which the layer runs them: parameters of a
/// checkpoint are in no other order.
constexpr std::array<std::string_view, 18> kRoles {"input_layernorm", "q_a_proj", "q_a_layernorm", "q_b_proj",
    "kv_a_proj_with_mqa", "kv_a_layernorm", "kv_b_proj", "q_proj", "k_proj", "v_proj", "q_norm", "k_norm",
    "o_proj", "post_attention_layernorm", "pre_feedforward_layernorm", "gate_proj", "up_proj", "down_proj"};

int roleOf(std::string_view path)
{
    for (std::size_t from = 0; from <= path.size();) {
        const std::size_t dot = std::min(path.find('.', from), path.size());
        const auto* const role = std::ranges::find(kRoles, path.substr(from, dot - from));
        if (role != kRoles.end())
            return static_cast<int>(role - kRoles.begin());
        from = dot + 1;
    }
    return kNoRole;
}

std::optional<std::size_t> placeOf(
    const OperatorSequence& side, const SequenceOperator& op, Io io, std::int32_t slot)
{
    for (std::size_t i = op.first; i < op.first + op.count; ++i) {
        if (side.row(i).io == io && side.row(i).slot == slot)
            return i;
    }
    return std::nullopt;
}

/// Tokens may stand in one axis or in batch and sequence.
bool isSameShape(const DumpIndex& a, const TensorRow& x, const DumpIndex& b, const TensorRow& y)
{
    const auto left = a.shape(x.shape), right = b.shape(y.shape);
    if (left.empty() || right.empty())
        return left.empty() && right.empty();
    return left.back() == right.back() && elementCount(left) == elementCount(right);
}

/// Which layer of the model a part of ATB's tree is: `2_Prefill_layer/1_LinearOperation` lies in
/// `2_Prefill_layer`. Empty where it lies in none.
std::string_view atbLayer(std::string_view opName)
{
    for (std::size_t from = 0;;) {
        const std::size_t slash = opName.find('/', from);
        if (containsIgnoreCase(opName.substr(from, slash - from), "layer")
            && opName.substr(from, slash - from).find("Norm") == std::string_view::npos)
            return opName.substr(0, slash);
        if (slash == std::string_view::npos)
            return {};
        from = slash + 1;
    }
}

/// The operators of one side that have a partner to be found, by kind.
struct Side {
    const OperatorSequence* sequence = nullptr;
    std::array<std::vector<Candidate>, kKinds.size()> byKind;
    std::size_t layers = 0;
    bool isOrdered = false;

    [[nodiscard]] const DumpIndex& index() const { return sequence->index(); }
};

Side atbSide(const OperatorSequence& sequence)
{
    Side side {&sequence, {}, 0, isInExecutionOrder(sequence)};
    std::map<std::string_view, int> layers;
    const auto operators = sequence.operators();
    for (std::uint32_t i = 0; i < operators.size(); ++i) {
        const std::string_view name = sequence.name(operators[i]);
        const std::string_view layer = atbLayer(name);
        int number = kNoLayer;
        if (!layer.empty())
            number = layers.try_emplace(layer, static_cast<int>(layers.size())).first->second;
        if (!sequence.isFree(operators[i]))
            continue;
        const std::string_view type = atbType(name);
        for (std::size_t k = 0; k < kKinds.size(); ++k) {
            // Kernels, the operators of an operator, are no `…Operation`.
            if (!type.starts_with(kKinds[k].atbType) || type.find("Operation") == std::string_view::npos)
                continue;
            side.byKind[k].push_back({i, number,
                kKinds[k].weight < 0 ? std::nullopt
                                     : placeOf(sequence, operators[i], Io::Input, kKinds[k].weight),
                placeOf(sequence, operators[i], Io::Output, 0),
                placeOf(sequence, operators[i], Io::Input, kKinds[k].activation)});
        }
    }
    side.layers = layers.size();
    return side;
}

/// What is left of a class is said by the path: parameters of a checkpoint have no class.
bool isOfKind(const Kind& kind, std::string_view moduleType, std::string_view path)
{
    return moduleType.empty() ? !kind.pathWord.empty() && path.find(kind.pathWord) != std::string_view::npos
                              : moduleType.find(kind.moduleWord) != std::string_view::npos;
}

Side moduleSide(const OperatorSequence& sequence)
{
    Side side {&sequence, {}, 0, isInExecutionOrder(sequence)};
    std::map<std::int64_t, int> layers; // by the number in the path
    const auto operators = sequence.operators();
    struct Named {
        std::uint32_t at;
        std::string path;
        std::optional<std::int64_t> layer;
    };
    std::vector<Named> named;
    for (std::uint32_t i = 0; i < operators.size(); ++i) {
        const auto name = moduleName(sequence.name(operators[i]));
        if (!name || name->call != "forward.0" || operators[i].occurrence != 0)
            continue;
        const std::string layer = layerOfName(name->path + ".x");
        const std::size_t digits = layer.find_last_not_of("0123456789") + 1;
        const auto number = parseInt(std::string_view(layer).substr(digits));
        if (number)
            layers.emplace(*number, 0);
        named.push_back({i, name->path, number});
    }
    int next = 0;
    for (auto& [number, place] : layers)
        place = next++;
    side.layers = layers.size();
    for (const Named& module : named) {
        const SequenceOperator& op = operators[module.at];
        const int layer = module.layer ? layers.at(*module.layer) : kNoLayer;
        if (!sequence.isFree(op))
            continue;
        const auto weight = placeOf(sequence, op, Io::Parameter, 0);
        const auto output = placeOf(sequence, op, Io::Output, 0), input = placeOf(sequence, op, Io::Input, 0);
        const std::string path = asciiLower(module.path);
        bool isKnown = false;
        for (std::size_t k = 0; k < kKinds.size(); ++k) {
            if (!isOfKind(kKinds[k], sequence.text(op.type), path)
                || (kKinds[k].weight >= 0) != weight.has_value())
                continue;
            side.byKind[k].push_back({module.at, layer, weight, output, input, roleOf(path)});
            isKnown = true;
        }
        constexpr std::size_t kMatrix = 2;
        if (!isKnown && sequence.text(op.type).empty() && weight
            && sequence.index().shape(sequence.row(*weight).shape).size() == kMatrix)
            side.byKind[kProduct].push_back({module.at, layer, weight, output, input, roleOf(path)});
    }
    return side;
}

/// Operators of ATB and modules of torch, or parameters of a checkpoint: of one kind, in the same layer, with
/// weights and outputs of the same shapes. The order decides where both have as many in a known one, else
/// equal weights.
class ModuleMatching {
public:
    ModuleMatching(PairingDraft& draft, PlacePair& place, bool isAtbTarget)
        : m_draft(draft)
        , m_place(place)
        , m_isAtbTarget(isAtbTarget)
        , m_atb(atbSide(isAtbTarget ? place.target : place.golden))
        , m_modules(moduleSide(isAtbTarget ? place.golden : place.target))
        , m_areLayersKnown(m_atb.layers == m_modules.layers)
    {
    }

    Result<void> run(TaskContext& task)
    {
        for (std::size_t k = 0; k < kKinds.size(); ++k) {
            std::map<int, Group> groups;
            for (const Candidate& c : m_atb.byKind[k])
                groups[layerOf(c)].atb.push_back(c);
            for (const Candidate& c : m_modules.byKind[k])
                groups[layerOf(c)].modules.push_back(c);
            for (auto& [layer, group] : groups) {
                TRY_VOID(task.checkStop());
                weigh(kKinds[k], group);
            }
            const bool isOtherOrder = isCrossedAlike(groups);
            for (const auto& [layer, group] : groups)
                pairGroup(kKinds[k], group, isOtherOrder);
        }
        return {};
    }

private:
    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

    /// The operators of one kind in one layer.
    struct Group {
        std::vector<Candidate> atb, modules;
        std::vector<std::size_t>
            byWeight;             ///< module of every ATB operator whose weight it alone has, or kNone
        bool isOrdered = false;   ///< there are as many modules, both in a known order
        bool fitsInOrder = false; ///< and the n-th may be the n-th

        [[nodiscard]] bool isCrossed() const
        {
            for (std::size_t i = 0; i < byWeight.size(); ++i) {
                if (byWeight[i] != kNone && byWeight[i] != i)
                    return true;
            }
            return false;
        }
    };

    /// Where one side has not all layers, their numbers say nothing.
    [[nodiscard]] int layerOf(const Candidate& c) const { return m_areLayersKnown ? c.layer : kNoLayer; }

    [[nodiscard]] bool fits(const Candidate& atb, const Candidate& module) const
    {
        const auto agree = [&](std::optional<std::size_t> a, std::optional<std::size_t> b) {
            return !a || !b
                || isSameShape(
                    m_atb.index(), m_atb.sequence->row(*a), m_modules.index(), m_modules.sequence->row(*b));
        };
        return agree(atb.weight, module.weight) && agree(atb.output, module.output)
            && agree(atb.input, module.input)
            && ((atb.weight && module.weight) || (atb.output && module.output));
    }

    [[nodiscard]] std::optional<double> weightDistance(const Candidate& atb, const Candidate& module)
    {
        if (!atb.weight || !module.weight)
            return std::nullopt;
        const TensorId a = m_atb.sequence->id(*atb.weight), m = m_modules.sequence->id(*module.weight);
        return m_isAtbTarget ? m_draft.sketches().distance(a, m) : m_draft.sketches().distance(m, a);
    }

    void weigh(const Kind& kind, Group& group)
    {
        const bool isByRole = hasRoles(group.modules);
        if (isByRole)
            std::ranges::sort(group.modules, {}, &Candidate::role);
        group.isOrdered = m_areLayersKnown && !group.atb.empty() && group.atb.size() == group.modules.size()
            && (group.atb.size() == 1 || (m_atb.isOrdered && (m_modules.isOrdered || isByRole)));
        group.fitsInOrder = group.isOrdered;
        for (std::size_t i = 0; i < group.atb.size() && group.fitsInOrder; ++i)
            group.fitsInOrder = fits(group.atb[i], group.modules[i]);
        group.byWeight = byWeights(kind, group);
    }

    /// Whether these are parameters of a checkpoint, which nothing runs, whose names say what a layer runs
    /// first.
    static bool hasRoles(const std::vector<Candidate>& modules)
    {
        std::set<int> roles;
        return std::ranges::all_of(modules, [&](const Candidate& c) {
            return !c.output && c.role != kNoRole && roles.insert(c.role).second;
        });
    }

    /// Weights that are each other's only likeness.
    [[nodiscard]] std::vector<std::size_t> byWeights(const Kind& kind, const Group& group)
    {
        constexpr std::size_t kMostComparisons = 65'536;
        constexpr double kEqualWeights = 0.05, kOtherWeights = 0.2;
        const auto &atb = group.atb, &modules = group.modules;
        std::vector<std::size_t> found(atb.size(), kNone);
        if (kind.weight < 0 || atb.size() * modules.size() > kMostComparisons)
            return found;
        std::vector<std::size_t> atbCount(atb.size()), moduleCount(modules.size());
        for (std::size_t i = 0; i < atb.size(); ++i) {
            for (std::size_t j = 0; j < modules.size(); ++j) {
                const auto d = fits(atb[i], modules[j]) ? weightDistance(atb[i], modules[j]) : std::nullopt;
                if (!d || *d > kOtherWeights)
                    continue;
                ++atbCount[i];
                ++moduleCount[j];
                if (*d < kEqualWeights)
                    found[i] = j;
            }
        }
        for (std::size_t i = 0; i < atb.size(); ++i) {
            if (found[i] != kNone && (atbCount[i] != 1 || moduleCount[found[i]] != 1))
                found[i] = kNone;
        }
        return found;
    }

    /// Several layers, all of them crossed in the same way: golden runs its modules in another order. One
    /// layer among others that is crossed has been given the wrong weights.
    static bool isCrossedAlike(const std::map<int, Group>& groups)
    {
        const Group* first = nullptr;
        std::size_t alike = 0;
        for (const auto& [layer, group] : groups) {
            if (layer == kNoLayer || !group.fitsInOrder)
                continue;
            if (first == nullptr)
                first = &group;
            if (!group.isCrossed() || group.byWeight != first->byWeight)
                return false;
            ++alike;
        }
        return alike > 1;
    }

    void pairGroup(const Kind& kind, const Group& group, bool isOtherOrder)
    {
        constexpr double kSure = 0.9, kLikely = 0.6;
        // What lies in the place of another one is not the other one.
        const bool isByPlace = group.fitsInOrder && group.isCrossed() && !isOtherOrder;
        std::vector<bool> isOpen(group.modules.size(), true);
        std::vector<const Candidate*> open;
        for (std::size_t i = 0; i < group.atb.size(); ++i) {
            const std::size_t j = isByPlace ? kNone : group.byWeight[i];
            if (j == kNone) {
                open.push_back(&group.atb[i]);
                continue;
            }
            isOpen[j] = false;
            pair(kind, group.atb[i], group.modules[j], kSure,
                group.fitsInOrder && j != i
                    ? phrase("operators of one kind with equal weights, in another order in every layer")
                    : phrase("operators of one kind with equal weights"));
        }
        std::vector<std::pair<const Candidate*, const Candidate*>> inOrder;
        for (std::size_t j = 0; group.isOrdered && j < group.modules.size(); ++j) {
            if (!isOpen[j])
                continue;
            const Candidate* const atb = open[inOrder.size()];
            if (!fits(*atb, group.modules[j]))
                return;
            inOrder.emplace_back(atb, &group.modules[j]);
        }
        for (const auto& [atb, module] : inOrder)
            pair(kind, *atb, *module, kLikely,
                atb->layer == kNoLayer
                    ? phrase("operators of one kind with the same shapes outside the layers, in order")
                    : phrase("operators of one kind with the same shapes in the same layer, in order"));
    }

    void pair(
        const Kind& kind, const Candidate& atb, const Candidate& module, double confidence, Message reason)
    {
        PairFinding finding {PairOrigin::Alignment, confidence, std::move(reason)};
        finding.sameTensor = [this, kind](const TensorRow& target, const TensorRow& golden) {
            const TensorRow& a = m_isAtbTarget ? target : golden;
            const TensorRow& m = m_isAtbTarget ? golden : target;
            return isSameTensor(kind, a, m) && isSameShape(m_atb.index(), a, m_modules.index(), m);
        };
        const std::uint32_t t = m_isAtbTarget ? atb.at : module.at, g = m_isAtbTarget ? module.at : atb.at;
        m_draft.addOperators(m_place, m_place.target.operators()[t], m_place.golden.operators()[g], finding);
    }

    static bool isSameTensor(const Kind& kind, const TensorRow& atb, const TensorRow& module)
    {
        switch (module.io) {
        case Io::Output:
            return atb.io == Io::Output && atb.slot == module.slot;
        case Io::Input:
            return atb.io == Io::Input && module.slot == 0 && atb.slot == kind.activation;
        case Io::Parameter: // the bias comes behind the weight
            return atb.io == Io::Input && kind.weight >= 0 && atb.slot == kind.weight + module.slot
                && atb.slot != kind.activation;
        default:
            return false;
        }
    }

    PairingDraft& m_draft;
    PlacePair& m_place;
    bool m_isAtbTarget;
    Side m_atb, m_modules;
    bool m_areLayersKnown;
};

/// Whether the operators of a place are ATB's: each part of a name is `<number>_<Name>`.
bool isAtb(const OperatorSequence& sequence)
{
    return !sequence.operators().empty()
        && std::ranges::all_of(sequence.operators(),
            [&](const SequenceOperator& op) { return atbNumbers(sequence.name(op)).has_value(); });
}

/// Dumps of ATB against modules of torch and parameters of checkpoints (docs/formats/llm-era.md 1.4).
class AtbModuleRule final : public PairingRule {
public:
    std::string_view id() const override { return "atb-modules"; }
    int order() const override { return pairing_order::kNormalised + 4; }

    Result<void> pair(PairingDraft& draft, std::span<const RuleFile* const>, TaskContext& task) const override
    {
        for (PlacePair& place : draft.places()) {
            TRY_VOID(task.checkStop());
            const bool isTarget = isAtb(place.target);
            if (isTarget != isAtb(place.golden))
                TRY_VOID(ModuleMatching(draft, place, isTarget).run(task));
        }
        return {};
    }
};

} // namespace

void register_atb_module_pairing_rule(PairingRules& registry)
{
    registry.add(std::make_unique<AtbModuleRule>());
}

} // namespace dumpscope::core
