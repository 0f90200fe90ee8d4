// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/same_bits.h"

#include "base/text.h"
#include "compare/layout/assembly.h"
#include "model/tensor_store.h"
#include "tensor/dtype.h"

#include <bit>
#include <cstring>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace dumpscope::core {

namespace {

constexpr Form<1> kSameBits("it has the bits of %1, which is compared");

using Alike = std::tuple<std::optional<std::int64_t>, std::optional<std::int64_t>, DType, std::uint64_t>;

Alike likenessOf(const DumpIndex& index, TensorId id)
{
    const FolderFacts& facts = index.factsOf(id);
    return {facts.rank, facts.step, index.tensor(id).dtype, index.tensor(id).bytes};
}

/// Elements whose bits two tensors share; NaN is equal to NaN here, 0 is not -0.
Result<bool> haveSameBits(const TensorStore& store, TensorId a, TensorId b, TaskContext& task)
{
    const auto own = valuesOf(store, a, task), other = valuesOf(store, b, task);
    for (const auto* const side : {&own, &other}) {
        if (!*side && side->error().code == Code::Cancelled)
            return fail(side->error());
    }
    return own && other && own->size() == other->size() && !own->empty()
        && std::memcmp(own->data(), other->data(), own->size() * sizeof(float)) == 0;
}

} // namespace

Result<std::map<TensorId, TensorId>> tensorsOfSameBits(
    const ComparisonSide& side, const std::set<TensorId>& compared, TaskContext& task)
{
    constexpr std::uint64_t kMostBytes = 256U << 20U;
    constexpr std::size_t kMostTries = 8;
    const DumpIndex& index = *side.index;
    const TensorStore store(side.index);
    const auto isLooked = [&](TensorId id) {
        const TensorRow& row = index.tensor(id);
        const DType type = row.dtype;
        // Wider ones lose bits as float32.
        return (type == DType::Float32 || type == DType::Float16 || type == DType::BFloat16)
            && row.state == TensorState::Ok && row.bytes > 0 && row.bytes <= kMostBytes;
    };
    std::map<Alike, std::vector<TensorId>> known;
    for (const TensorId id : compared) {
        if (isLooked(id))
            known[likenessOf(index, id)].push_back(id);
    }
    std::map<TensorId, TensorId> found;
    std::map<TensorId, std::vector<float>> begins;
    const auto beginOf = [&](TensorId id) -> Result<const std::vector<float>*> {
        const auto at = begins.find(id);
        if (at != begins.end())
            return &at->second;
        constexpr std::size_t kBegin = 64;
        auto values = valuesOf(store, id, task);
        if (!values && values.error().code == Code::Cancelled)
            return fail(values.error());
        std::vector<float> begin = values ? std::move(*values) : std::vector<float>();
        if (begin.size() > kBegin) { // the last elements too: rows of padding are alike
            begin.erase(begin.begin() + kBegin / 2, begin.end() - kBegin / 2);
            begin.shrink_to_fit();
        }
        return &begins.emplace(id, std::move(begin)).first->second;
    };
    for (const TensorId id : side.tensors()) {
        const auto alike
            = compared.contains(id) || !isLooked(id) ? known.end() : known.find(likenessOf(index, id));
        if (alike == known.end())
            continue;
        TRY_ASSIGN(const std::vector<float>* const own, beginOf(id));
        std::size_t tries = 0;
        for (const TensorId other : alike->second) {
            TRY_VOID(task.checkStop());
            TRY_ASSIGN(const std::vector<float>* const begin, beginOf(other));
            if (own->empty() || own->size() != begin->size()
                || std::memcmp(own->data(), begin->data(), own->size() * sizeof(float)) != 0)
                continue;
            if (tries++ == kMostTries)
                break;
            TRY_ASSIGN(const bool areSame, haveSameBits(store, id, other, task));
            if (areSame) {
                found.emplace(id, other);
                break;
            }
        }
    }
    return found;
}

Message sameBitsReason(const DumpIndex& index, TensorId compared)
{
    return phraseOf(kSameBits, printable(index.tensorId(compared)));
}

bool hasSameBits(const UnpairedTensor& tensor)
{
    return tensor.reason.form() == kSameBits.words();
}

} // namespace dumpscope::core
