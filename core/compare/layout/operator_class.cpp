// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/operator_class.h"

#include "base/text.h"

#include <utility>

namespace dumpscope::core {

OperatorClass operatorClassOf(const DumpIndex& index, TensorId id)
{
    const TensorRow& row = index.tensor(id);
    std::string name = row.opName.isValid() ? std::string(index.text(row.opName)) : std::string();
    std::erase_if(name, isDigit);
    return {std::move(name), row.io, row.slot};
}

Shape recordedShape(const DumpIndex& index, TensorId id)
{
    const auto shape = index.shape(index.tensor(id).shape);
    return {shape.begin(), shape.end()};
}

} // namespace dumpscope::core
