// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pairing/name_table.h"
#include "compare/pairing/pairing.h"
#include "tensor/shape.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// A tensor that holds parameters of a model, as its name says.
struct HeldParameter {
    TensorId id;
    std::int64_t rank = 0; ///< of tensor parallelism, or of the run
    Shape shape;
};

/// Tensors of one name, each with a part of what the name says where ranks share it.
struct HeldParameters {
    std::vector<HeldParameter> tensors; ///< by rank
    std::vector<std::string> parts;     ///< common names, of a tensor that holds several; else empty
    bool isByGroup = false; ///< parts stand in turn for each query group, not one behind the other

    /// Shape of all tensors; nullopt: they differ.
    [[nodiscard]] std::optional<Shape> shape() const;
    /// Ranks that have one, ascending.
    [[nodiscard]] std::vector<std::int64_t> ranks() const;
};

/// By the common name of the tables of names.
using ModelParameters = std::map<std::string, HeldParameters, std::less<>>;

/// The parameters of a side whose names a table knows: floating-point tensors that can be read. Empty where
/// the side has several steps or runs of them.
[[nodiscard]] ModelParameters modelParameters(const ComparisonSide& side, const NameTables& tables);

/// Elements of a head of attention, as a file of the side says; nullopt: none does.
[[nodiscard]] std::optional<std::int64_t> recordedHeadSize(const DumpIndex& index);

/// Whether layers of both sides have the numbers of the whole model, and the same ones: each is one process,
/// or a checkpoint of Megatron whose stages are numbered through. Not sure: a rank's layers may be numbered
/// from 0 in a pipeline, and which layers virtual stages have is up to their schedule.
[[nodiscard]] bool areLayersNumbered(const ComparisonSide& target, const ComparisonSide& golden,
    const ModelParameters& targets, const ModelParameters& goldens);

/// The name without its first number: the same parameter of all layers.
[[nodiscard]] std::string withoutLayer(std::string_view common);

} // namespace dumpscope::core
