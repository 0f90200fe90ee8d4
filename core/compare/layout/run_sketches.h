// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/layout/assembly.h"
#include "compare/layout/slice_sketches.h"
#include "compare/layout/tensor_views.h"
#include "compare/layout/token_map.h"
#include "compare/pairing/pairing.h"
#include "model/tensor_store.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// Axis of a reading and its other extents; slices of equal keys can be compared.
using SliceKey = std::pair<std::size_t, Shape>;

struct SliceSet {
    std::size_t reading = 0, axis = 0; ///< of Sketched::readings
    std::vector<SliceSketch> slices;
};

/// A tensor that was read.
struct Sketched {
    TensorId id;
    Shape stored, inner; ///< as recorded; without axes of length 1
    std::vector<TensorReading> readings;
    std::map<SliceKey, std::vector<SliceSet>> slices;
    std::map<std::vector<std::size_t>, SliceSketch> wholes; ///< by order of axes
    int bits = 0;                                           ///< of the significand
    TokenAxes tokenAxes; ///< that have been laid out as golden's, or of which golden has those alone
};

/// The axis of the tensor as it is recorded, by its place among those longer than 1.
[[nodiscard]] std::size_t recordedAxis(const Sketched& tensor, std::size_t inner);

/// A tensor of the target that has slices of some key: its place in the targets, and these slices.
struct SliceHolder {
    std::size_t target = 0;
    const std::vector<SliceSet>* sets = nullptr;
};

/// Which tensors are looked at, and how they are laid out before.
struct SketchedTensors {
    std::vector<TensorId> targets, goldens;
    std::shared_ptr<const TokenMap> tokens; ///< null: they are read as they lie there
};

/// Sketches of the tensors of two runs: of golden as it lies there, of the target in every order of axes in
/// which golden has such slices. Bounded to 32 GiB that are read and 1 GiB of sketches. Not thread-safe.
class RunSketches {
public:
    RunSketches(const ComparisonSide& target, const ComparisonSide& golden, SketchedTensors tensors,
        TaskContext& task);

    /// Reads every floating-point tensor of up to 256 MiB once, in parallel; those whose values say too
    /// little are left out. Advances the progress by `toRead`. Errors: Code::Cancelled; Code::Limit where
    /// there is too much to look at.
    [[nodiscard]] Result<void> read();

    [[nodiscard]] std::size_t toRead() const { return m_tensors.targets.size() + m_tensors.goldens.size(); }

    [[nodiscard]] const std::vector<Sketched>& goldens() const { return m_goldens; }
    [[nodiscard]] const std::vector<Sketched>& targets() const { return m_targets; }
    /// Those of `targets()` with slices of the key; null: none.
    [[nodiscard]] const std::vector<SliceHolder>* holdersOf(const SliceKey& key) const;
    /// Places in `targets()` of those with so many elements; null: none.
    [[nodiscard]] const std::vector<std::size_t>* ofTotal(std::int64_t total) const;

    [[nodiscard]] const TensorStore& target() const { return m_target; }
    /// Values of a tensor of golden that can be matched, 0 where the target has no such token; empty where
    /// they cannot. Errors: Code::Cancelled.
    [[nodiscard]] Result<std::vector<float>> goldenValues(const Sketched& golden) const;

    /// What is put together is laid out as golden's tokens are, too.
    void addTokens(const Sketched& golden, Assembly& assembly) const;
    /// Whether elements of golden are those of the tokens that the target has.
    [[nodiscard]] bool areTokensOf(const Sketched& golden, const std::vector<bool>& isCovered) const;

    /// Numbers that keep elements out of a softmax would be all that is seen of a tensor: they become 0.
    static void dropMasked(std::vector<float>& values);
    /// The runs are too large for a search.
    [[nodiscard]] static Result<void> tooMuch();

private:
    [[nodiscard]] Result<void> checkSize() const;
    using Made = std::vector<Sketched>; ///< of one tensor, by its axes of tokens
    /// In parallel, taken in order.
    Result<void> readAll(const std::vector<TensorId>& ids,
        Result<Made> (RunSketches::*sketch)(TensorId) const, void (RunSketches::*take)(Sketched&&));
    Result<std::vector<float>> values(const TensorStore& store, TensorId id) const;
    Result<Made> readGolden(TensorId id) const;
    Result<Made> readTarget(TensorId id) const;
    [[nodiscard]] Sketched sketchedGolden(
        TensorId id, const std::vector<float>& values, const TokenAxes& axes) const;
    void sketchTarget(Sketched& target, const std::vector<float>& values) const;
    void takeGolden(Sketched&& golden);
    void takeTarget(Sketched&& target);

    const ComparisonSide &m_targetSide, &m_goldenSide;
    SketchedTensors m_tensors;
    TensorStore m_target, m_golden;
    TaskContext& m_task;
    std::vector<Sketched> m_goldens, m_targets;
    std::set<SliceKey> m_keys;
    std::set<std::int64_t> m_totals;
    std::map<SliceKey, std::vector<SliceHolder>> m_holders;
    std::map<std::int64_t, std::vector<std::size_t>> m_byTotal;
    std::size_t m_sketches = 0;
};

} // namespace dumpscope::core
