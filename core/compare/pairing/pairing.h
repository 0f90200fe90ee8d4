// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "layout/said_layout.h"
#include "model/dump_index.h"
#include "tensor/memory_format.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// One side of a comparison: tensors of one opened root. Two sides may share an index.
struct ComparisonSide {
    std::shared_ptr<const DumpIndex> index;
    std::optional<std::vector<TensorId>> only; ///< ascending; nullopt: all of them

    [[nodiscard]] std::vector<TensorId> tensors() const; ///< ascending
};

/// By what rule a pair was found; words of docs/contract.md 4 `pair_origin`.
enum class PairOrigin : std::uint8_t {
    Exact,       ///< same operator name, io, slot and occurrence
    Normalised,  ///< same after normalising the spelling of names
    Mapping,     ///< msprobe mapping file, its built-in table, or a rule of the pairing file
    Fusion,      ///< original operator of a fusion rule file
    Alignment,   ///< same place in two operator sequences although names or numbers differ
    GraphOrder,  ///< same place in execution order, type and shape agree
    Fingerprint, ///< equal statistics or checksums: a suggestion
    Manual,      ///< given by the user
    Name,        ///< as Exact or Normalised, but the shapes cannot be those of one tensor
    Assembly,    ///< golden's values, put together from tensors of the target (compare/layout)
};
[[nodiscard]] std::string_view pairOriginWord(PairOrigin origin);

struct Assembly;

/// What a rule knows about the axes of a pair beyond the headers of the tensors.
struct AlignmentHint {
    /// A letter per axis of the logical arrays, the same letters on both sides ("NCHW", "NHWC"); empty:
    /// nothing known.
    std::string targetAxes, goldenAxes;
    bool isByValues = false; ///< values show that order of axes, nobody has said it
    MemoryFormat goldenFormat = MemoryFormat::Unspecified; ///< recorded in a fusion rule file
    std::optional<Shape> goldenShape;                      ///< original shape recorded there
    /// Null: the target's tensor alone; else the pair's target is its first part.
    std::shared_ptr<const Assembly> assembly = {};

    friend bool operator==(const AlignmentHint&, const AlignmentHint&) = default;
};

struct TensorPair {
    TensorId target, golden;
    PairOrigin origin = PairOrigin::Exact;
    double confidence = 1;                     ///< 0..1
    Message reason;                            ///< a sentence; pairs of one rule share it
    std::shared_ptr<const AlignmentHint> hint; ///< null: nothing known
};

struct UnpairedTensor {
    TensorId id;
    Message reason;
    std::vector<TensorId> nearest; ///< of the other side, best first, at most 3
    bool isSaid = false;           ///< by a pairing file: nothing looks for a partner
};

/// Which tensor is compared with which. A tensor may be in several pairs (one-to-many).
struct Pairing {
    std::vector<TensorPair> pairs; ///< the target's order, then golden's
    std::vector<UnpairedTensor> unpairedTarget, unpairedGolden;
    std::vector<Diagnostic> problems; ///< of rule files and equations
    std::uint64_t leftOut = 0;        ///< pairs that a filter removed
};

/// What makes two tensors partners, besides what the user says of them.
enum class PartnersBy : std::uint8_t {
    Anything,    ///< names, places in the execution, values
    NotValues,   ///< as Anything, but equal values alone do not
    Names,       ///< the same name, io, slot and occurrence, whatever shapes and values are
    NamesOrOnly, ///< as Names, and being the only tensor of either side
};

class PairingMemory;

struct PairingOptions {
    /// Pairing file (docs/contract.md 6), GE fusion JSON, msprobe mapping YAML, manifest of reference
    /// tensors; recognised by content.
    std::vector<std::string> ruleFiles;
    /// The same as name and content, after the files.
    std::vector<std::pair<std::string, std::string>> ruleTexts = {};
    std::vector<std::pair<std::int64_t, std::int64_t>> steps; ///< target = golden, `--pair-step T=G`
    bool areStepsFound = false;                               ///< `steps` were not given: values say so
    std::vector<std::pair<std::int64_t, std::int64_t>> ranks; ///< target = golden, `--pair-rank T=G`
    /// Look by values for what golden's tensors are put together from, where runs are cut otherwise.
    bool findsAssemblies = true;
    PartnersBy partnersBy = PartnersBy::Anything;
    std::optional<SaidLayout> layout = {}; ///< of the side that is cut; `--layout`
    std::string profile;                   ///< contract `--profile`
    /// Cache of earlier pairings of the same sides; does not change the result. May be null.
    std::shared_ptr<PairingMemory> memory = {};
};

[[nodiscard]] inline bool areNamesDemanded(const PairingOptions& options)
{
    return options.partnersBy == PartnersBy::Names || options.partnersBy == PartnersBy::NamesOrOnly;
}

/// Pairs the tensors of two sides: first the user's pairs, then rule files, then names, then
/// alignment. The result depends on the inputs only, not on threads. Errors: a rule file that cannot
/// be used (place and key path in the error; Code::NotRecognised if no rule takes it), Code::Cancelled.
[[nodiscard]] Result<Pairing> pairSides(const ComparisonSide& target, const ComparisonSide& golden,
    const PairingOptions& options, TaskContext& task);

} // namespace dumpscope::core
