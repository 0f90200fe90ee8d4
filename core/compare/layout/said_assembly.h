// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_writer.h"
#include "compare/layout/assembly.h"
#include "compare/layout/token_map.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// A part as a pairing file has it (docs/contract.md 6).
struct SaidPart {
    std::optional<std::int64_t> rank;
    std::string name;              ///< id or `op_name[:io[:slot]]`; empty: the pair's tensor on that rank
    std::vector<std::size_t> axes; ///< as AssemblyPart; empty: those of the tensor
    /// As AssemblyPart; absent: all slices, behind those of the part before or from golden's first on.
    std::optional<std::vector<std::int32_t>> places;
    std::optional<TokenMap> tokens; ///< as AssemblyPart
    TokenAxes tokenAxes;
};

/// What a pairing file says that golden's tensor is put together from.
struct SaidAssembly {
    AssemblyKind kind = AssemblyKind::Same;
    std::optional<std::size_t> axis;
    std::optional<Shape> shape;                ///< golden as it is read; absent: as it is
    std::optional<std::size_t> along;          ///< of `shape`; absent: where `axis` is
    AssemblyBasis basis = AssemblyBasis::Said; ///< else of a search whose result was written down
    bool isOfStatistics = false;               ///< as Assembly
    bool isOfGolden = false;                   ///< likewise
    std::vector<std::string> together;         ///< ids of Assembly::together
    double confidence = 1;
    std::vector<SaidPart> parts;
};

/// nullopt: no kind is called so.
[[nodiscard]] std::optional<AssemblyKind> assemblyKindFromWord(std::string_view word);

/// The assembly of these tensors, one per part of `said`. Where golden is cut, the sides are exchanged.
/// Errors: Code::Mapping, with the part and why it cannot be one.
[[nodiscard]] Result<Assembly> resolvedAssembly(const SaidAssembly& said, const std::vector<TensorId>& parts,
    const DumpIndex& target, TensorId golden, const DumpIndex& goldenIndex);

/// What was said of a tensor of golden wins over what was found, and no part of it is without a partner.
void settleSaidAssemblies(Pairing& pairing);

/// The tensor that stands where `like` does, on another rank; nullopt: none or several.
[[nodiscard]] std::optional<TensorId> sameOnRank(const DumpIndex& index, TensorId like, std::int64_t rank);

/// What names the parts in a pairing file: their ids, or as in a rule their ranks alone.
enum class PartNames : std::uint8_t { Ids, Ranks };

/// The assembly of a pair as a key "assembly" or "golden_assembly" of a pairing file says it, so that
/// `resolvedAssembly` gives it again.
void writeSaidAssembly(JsonWriter& json, const TensorPair& pair, const DumpIndex& target,
    const DumpIndex& golden, PartNames names = PartNames::Ids);

/// Words of the key "rests_on" of a pairing file; nullopt: no basis is called so.
[[nodiscard]] std::optional<AssemblyBasis> basisFromWord(std::string_view word);

} // namespace dumpscope::core
