// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "readers/torch/pickle.h"
#include "readers/torch/torch_file.h"

#include <optional>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// Whether `module.name` is a part of tensors. Nothing is ever called.
[[nodiscard]] bool isTorchGlobal(std::string_view module, std::string_view name);

/// All tensors below the root, depth first, also those that unknown objects have as arguments or state. Other
/// values are skipped; tensors of unsupported kinds have
/// TorchTensor::unsupported. Errors: Code::Limit and Code::BadSyntax.
[[nodiscard]] Result<std::vector<TorchTensor>> collectTorchTensors(const Pickle& pickle);

/// `torch.FloatStorage` and the like; nothing for untyped and unknown ones.
[[nodiscard]] std::optional<DType> torchStorageType(std::string_view name);

} // namespace dumpscope::core
