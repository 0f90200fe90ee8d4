// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/parameters/lora_adapters.h"

#include "base/text.h"
#include "compare/comparison.h"
#include "compare/layout/assembly.h"
#include "compare/parameters/lora_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dumpscope::core {

namespace {

constexpr std::uint64_t kMostProducts = std::uint64_t {1} << 31U; ///< multiplications of a side
constexpr double kMerged = 0.01;                                  ///< relative L2; half types round as much

/// `layers.0.q_proj`, without what peft puts around names.
std::string moduleOf(std::string_view name)
{
    constexpr std::string_view kWrapper = "base_model.model.";
    if (name.starts_with(kWrapper))
        name.remove_prefix(kWrapper.size());
    for (const std::string_view ending : {".weight", ".base_layer"}) {
        if (name.ends_with(ending))
            name.remove_suffix(ending.size());
    }
    return std::string(name);
}

/// The two small matrices of a module.
struct Adapter {
    std::optional<TensorId> a, b;
};
using ModuleAdapters = std::map<std::string, Adapter>; ///< by what the name says behind `.lora_A.`

/// By module, where both are there.
std::map<std::string, ModuleAdapters> adaptersOf(const DumpIndex& index)
{
    std::map<std::string, ModuleAdapters> found;
    for (std::uint32_t i = 0; i < index.tensorCount(); ++i) {
        const TensorId id(i);
        const TensorRow& row = index.tensor(id);
        if (!row.opName.isValid() || row.state != TensorState::Ok || !row.shape.isValid()
            || index.shape(row.shape).size() != 2)
            continue;
        const std::string_view name = index.text(row.opName);
        for (const std::string_view part : {".lora_A.", ".lora_B."}) {
            const std::size_t at = name.find(part);
            if (at == std::string_view::npos)
                continue;
            Adapter& adapter
                = found[moduleOf(name.substr(0, at))][std::string(name.substr(at + part.size()))];
            (part == ".lora_A." ? adapter.a : adapter.b) = id;
        }
    }
    for (auto& [module, adapters] : found)
        std::erase_if(adapters, [](const auto& one) { return !one.second.a || !one.second.b; });
    std::erase_if(found, [](const auto& one) { return one.second.empty(); });
    return found;
}

/// How far weight + s · B · A is from what the other side has.
class MergeError {
public:
    MergeError(std::string name, double changed, double product, double both, double size)
        : m_name(std::move(name))
        , m_changed(changed)
        , m_product(product)
        , m_both(both)
        , m_size(size)
    {
    }

    [[nodiscard]] const std::string& name() const { return m_name; }
    /// Relative L2.
    [[nodiscard]] double off(double factor) const
    {
        return std::sqrt(
            std::max(0.0, m_changed - 2 * factor * m_both + factor * factor * m_product) / m_size);
    }
    /// The factor of least squares; what is next to nothing is 0.
    [[nodiscard]] double fitting() const
    {
        constexpr double kNothing = 1e-3;
        const double factor = m_both / m_product;
        return std::fabs(factor) < kNothing ? 0 : factor;
    }
    [[nodiscard]] bool isLeftOut(double factor) const { return off(0) <= kMerged && off(0) <= off(factor); }
    [[nodiscard]] bool isMerged(double factor) const { return off(factor) <= kMerged && !isLeftOut(factor); }

    double chosen = 0; ///< the factor that is stored, or fits most weights

private:
    std::string m_name;
    double m_changed, m_product, m_both, m_size; ///< sums of squares and of products
};

/// Of the factors that fit a weight each the one that explains most weights.
double factorOfMost(const std::vector<MergeError>& errors)
{
    double best = 0;
    std::size_t most = 0;
    for (const MergeError& one : errors) {
        const double factor = one.fitting();
        const auto explained = static_cast<std::size_t>(std::ranges::count_if(
            errors, [&](const MergeError& other) { return other.off(factor) <= kMerged; }));
        if (explained > most) {
            best = factor;
            most = explained;
        }
    }
    return most > 0 ? best : errors.front().fitting();
}

/// "2", or "2 to 4" where they are several.
Message factorsOf(const std::vector<MergeError>& errors)
{
    const auto [least, most] = std::ranges::minmax_element(errors, {}, &MergeError::chosen);
    const std::string first = fmt::format("{:.4g}", least->chosen),
                      last = fmt::format("{:.4g}", most->chosen);
    return first == last ? Message(first) : phrase("%1 to %2", first, last);
}

class LoraSide {
public:
    LoraSide(const PairTable& pairs, bool isTarget, TaskContext& task)
        : m_isTarget(isTarget)
        , m_task(task)
        , m_own((isTarget ? pairs.target() : pairs.golden()).index)
        , m_other((isTarget ? pairs.golden() : pairs.target()).index)
    {
        const std::map<std::string, ModuleAdapters> adapters = adaptersOf(m_own.index());
        if (adapters.empty())
            return;
        for (std::size_t row = 0; row < pairs.rows(); ++row) {
            const PairResult& result = pairs.row(row);
            const TensorId own = m_isTarget ? result.pair.target : result.pair.golden;
            const TensorRow& weight = m_own.index().tensor(own);
            if (result.basis != PairBasis::Elements || isPutTogether(result.pair) || !weight.opName.isValid())
                continue;
            const auto found = adapters.find(moduleOf(m_own.index().text(weight.opName)));
            if (found != adapters.end())
                look(own, m_isTarget ? result.pair.golden : result.pair.target, found->first, found->second);
        }
    }

    void addTo(std::vector<Message>& sentences)
    {
        const Message side = m_isTarget ? phrase("the target") : phrase("golden");
        if (m_several > 0)
            sentences.push_back(phrase("%1 weights of %2 have several LoRA adapters beside them; what they "
                                       "are with them was not measured",
                m_several, side));
        if (m_all > 0 && m_errors.empty())
            sentences.push_back(phrase("%1 weights of %2 have LoRA adapters beside them that are not merged; "
                                       "what they are with them was not measured",
                m_all, side));
        if (!m_errors.empty())
            sentences.push_back(measured(side));
    }

private:
    void look(TensorId own, TensorId other, const std::string& module, const ModuleAdapters& adapters)
    {
        if (adapters.size() > 1) {
            ++m_several;
            return;
        }
        ++m_all;
        const Adapter& adapter = adapters.begin()->second;
        if (auto error = mergeError(own, other, adapter)) {
            const auto stored = loraFactor(m_own.index(), *adapter.a, module);
            m_stored += stored ? 1 : 0;
            error->chosen = stored.value_or(0);
            m_errors.push_back(std::move(*error));
        }
    }

    Message measured(const Message& side)
    {
        const bool areStored = m_stored == m_errors.size();
        if (!areStored) {
            const double factor = factorOfMost(m_errors);
            for (MergeError& one : m_errors)
                one.chosen = factor;
        }
        const auto count = [&](auto&& is) {
            return static_cast<std::size_t>(
                std::ranges::count_if(m_errors, [&](const MergeError& one) { return is(one); }));
        };
        const std::size_t merged = count([](const MergeError& one) { return one.isMerged(one.chosen); });
        const std::size_t leftOut = count([](const MergeError& one) { return one.isLeftOut(one.chosen); });
        const MergeError& worst = *std::ranges::max_element(
            m_errors, {}, [](const MergeError& one) { return one.off(one.chosen); });
        const std::string most = fmt::format("{:.2g}", worst.off(worst.chosen));
        const std::string name = printable(worst.name());
        const auto withLeftOut = [&](Message sentence) {
            return leftOut == 0 ? sentence
                                : phrase("%1; in %2 the other side's weight is as if they were left out",
                                    std::move(sentence), leftOut);
        };
        if (areStored)
            return withLeftOut(
                phrase("%1 weights of %2 have LoRA adapters beside them that are not merged; weight + "
                       "s·B·A, s = %3 by the alpha that is stored, is the other side's weight in %4 of %5, "
                       "the farthest is off by %6 (relative L2): %7",
                    m_all, side, factorsOf(m_errors), merged, m_errors.size(), most, name));
        if (merged + leftOut == 0)
            return phrase("%1 weights of %2 have LoRA adapters beside them that are not merged, and no alpha "
                          "is stored; with no factor s is weight + s·B·A the other side's weight in any of "
                          "%3",
                m_all, side, m_errors.size());
        if (m_errors.front().chosen == 0)
            return phrase("%1 weights of %2 have LoRA adapters beside them that are not merged; as if they "
                          "were left out is the other side's weight in %3 of %4, the farthest is off by %5 "
                          "(relative L2): %6",
                m_all, side, leftOut, m_errors.size(), most, name);
        return withLeftOut(
            phrase("%1 weights of %2 have LoRA adapters beside them that are not merged, and no alpha is "
                   "stored; weight + s·B·A, s = %3, the factor that fits the most of them, is the other "
                   "side's weight in %4 of %5, the farthest is off by %6 (relative L2): %7",
                m_all, side, factorsOf(m_errors), merged, m_errors.size(), most, name));
    }

    std::optional<MergeError> mergeError(TensorId own, TensorId other, const Adapter& adapter)
    {
        const DumpIndex& index = m_own.index();
        const auto shape = index.shape(index.tensor(own).shape);
        const auto a = index.shape(index.tensor(*adapter.a).shape);
        const auto b = index.shape(index.tensor(*adapter.b).shape);
        if (shape.size() != 2 || a[1] != shape[1] || b[0] != shape[0] || a[0] != b[1])
            return std::nullopt;
        const auto rows = static_cast<std::size_t>(shape[0]), columns = static_cast<std::size_t>(shape[1]);
        const auto rank = static_cast<std::size_t>(a[0]);
        m_products += elementCount(shape).value_or(kMostProducts) * rank;
        if (m_products > kMostProducts || m_task.stopped())
            return std::nullopt;
        const auto weight = valuesOf(m_own, own, m_task), wanted = valuesOf(m_other, other, m_task);
        const auto down = valuesOf(m_own, *adapter.a, m_task), up = valuesOf(m_own, *adapter.b, m_task);
        if (!weight || !wanted || !down || !up || weight->size() != wanted->size())
            return std::nullopt;
        double changed = 0, product = 0, both = 0, size = 0;
        for (std::size_t i = 0; i < rows; ++i) {
            for (std::size_t j = 0; j < columns; ++j) {
                double made = 0;
                for (std::size_t k = 0; k < rank; ++k)
                    made += static_cast<double>((*up)[i * rank + k]) * (*down)[k * columns + j];
                const double golden = (*wanted)[i * columns + j];
                const double difference = golden - (*weight)[i * columns + j];
                changed += difference * difference;
                product += made * made;
                both += difference * made;
                size += golden * golden;
            }
        }
        if (!(size > 0) || !(product > 0) || !std::isfinite(changed + product + both + size))
            return std::nullopt;
        return MergeError(std::string(index.text(index.tensor(own).opName)), changed, product, both, size);
    }

    bool m_isTarget;
    TaskContext& m_task;
    TensorStore m_own, m_other;
    std::vector<MergeError> m_errors;
    std::uint64_t m_products = 0;
    std::size_t m_all = 0, m_several = 0, m_stored = 0;
};

} // namespace

std::vector<Message> loraAdapters(const Comparison& comparison, TaskContext& task)
{
    std::vector<Message> sentences;
    for (const bool isTarget : {true, false})
        LoraSide(*comparison.pairs, isTarget, task).addTo(sentences);
    if (Message other = otherLoraConfig(*comparison.pairs); !other.empty())
        sentences.push_back(std::move(other));
    return sentences;
}

} // namespace dumpscope::core
