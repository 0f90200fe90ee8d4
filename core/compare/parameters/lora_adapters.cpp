// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/parameters/lora_adapters.h"

#include "base/text.h"
#include "compare/comparison.h"
#include "compare/layout/assembly.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <string_view>

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

/// By module, where both are there once.
std::map<std::string, Adapter> adaptersOf(const DumpIndex& index)
{
    std::map<std::string, Adapter> found;
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
            Adapter& adapter = found[moduleOf(name.substr(0, at))];
            (part == ".lora_A." ? adapter.a : adapter.b) = id;
        }
    }
    std::erase_if(found, [](const auto& one) { return !one.second.a || !one.second.b; });
    return found;
}

/// Of the configuration that is stored beside the adapters: alpha / r, or alpha / √r.
std::optional<double> storedFactor(const DumpIndex& index)
{
    std::optional<double> alpha, rank;
    bool isOfRoot = false;
    for (const FileProperty& property : index.properties()) {
        if (property.key == "lora.alpha")
            alpha = parseDouble(property.value);
        else if (property.key == "lora.r")
            rank = parseDouble(property.value);
        else if (property.key == "lora.use_rslora")
            isOfRoot = property.value == "true";
    }
    if (!alpha || !rank || !(*rank > 0))
        return std::nullopt;
    return *alpha / (isOfRoot ? std::sqrt(*rank) : *rank);
}

/// How far weight + factor · B · A is from what the other side has.
struct MergeError {
    double stored = 0; ///< relative L2, with the factor that is stored
    double factor = 0; ///< that fits
    double fitted = 0; ///< relative L2, with that
};

class LoraSide {
public:
    LoraSide(const PairTable& pairs, bool isTarget, TaskContext& task)
        : m_isTarget(isTarget)
        , m_task(task)
        , m_own((isTarget ? pairs.target() : pairs.golden()).index)
        , m_other((isTarget ? pairs.golden() : pairs.target()).index)
        , m_stored(storedFactor(m_own.index()))
    {
        const std::map<std::string, Adapter> adapters = adaptersOf(m_own.index());
        for (std::size_t row = 0; !adapters.empty() && row < pairs.rows(); ++row) {
            const PairResult& result = pairs.row(row);
            const TensorId own = m_isTarget ? result.pair.target : result.pair.golden;
            const TensorRow& weight = m_own.index().tensor(own);
            if (result.basis != PairBasis::Elements || isPutTogether(result.pair) || !weight.opName.isValid())
                continue;
            const auto adapter = adapters.find(moduleOf(m_own.index().text(weight.opName)));
            if (adapter != adapters.end())
                look(own, m_isTarget ? result.pair.golden : result.pair.target, adapter->second);
        }
    }

    void addTo(std::vector<Message>& sentences) const
    {
        if (m_all == 0)
            return;
        const Message side = m_isTarget ? phrase("the target") : phrase("golden");
        if (m_measured == 0) {
            sentences.push_back(phrase("%1 weights of %2 have LoRA adapters beside them that are not merged; "
                                       "what they are with them "
                                       "was not measured",
                m_all, side));
            return;
        }
        const std::string factor = fmt::format("{:.4g}", m_stored.value_or(m_factor));
        const std::string most = fmt::format("{:.2g}", m_most);
        sentences.push_back(m_stored
                ? phrase(
                    "%1 weights of %2 have LoRA adapters beside them that are not merged; weight + %3·B·A, "
                    "by the alpha and r that are stored, is the other side's weight in %4 of %5, the "
                    "farthest is off by %6 (relative L2)",
                    m_all, side, factor, m_merged, m_measured, most)
                : phrase(
                    "%1 weights of %2 have LoRA adapters beside them that are not merged, and no alpha is "
                    "stored; weight + %3·B·A, the factor that fits the first, is the other side's weight "
                    "in %4 of %5, the farthest is off by %6 (relative L2)",
                    m_all, side, factor, m_merged, m_measured, most));
    }

private:
    void look(TensorId own, TensorId other, const Adapter& adapter)
    {
        ++m_all;
        const auto error = mergeError(own, other, adapter);
        if (!error)
            return;
        if (++m_measured == 1)
            m_factor = error->factor;
        const bool isSame = m_stored || std::fabs(error->factor - m_factor) <= kMerged * std::fabs(m_factor);
        const double off = m_stored ? error->stored : error->fitted;
        m_merged += isSame && off <= kMerged ? 1 : 0;
        m_most = std::max(m_most, off);
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
        if (!(size > 0) || !(product > 0))
            return std::nullopt;
        // The squares of difference - factor · product, from their sums.
        const auto off = [&](double factor) {
            return std::sqrt(std::max(0.0, changed - 2 * factor * both + factor * factor * product) / size);
        };
        const double factor = both / product;
        return MergeError {off(m_stored.value_or(factor)), factor, off(factor)};
    }

    bool m_isTarget;
    TaskContext& m_task;
    TensorStore m_own, m_other;
    std::optional<double> m_stored;
    std::uint64_t m_products = 0;
    std::size_t m_all = 0, m_measured = 0, m_merged = 0;
    double m_factor = 0, m_most = 0;
};

} // namespace

std::vector<Message> loraAdapters(const Comparison& comparison, TaskContext& task)
{
    std::vector<Message> sentences;
    for (const bool isTarget : {true, false})
        LoraSide(*comparison.pairs, isTarget, task).addTo(sentences);
    return sentences;
}

} // namespace dumpscope::core
