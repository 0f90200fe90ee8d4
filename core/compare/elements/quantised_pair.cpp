// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/elements/quantised_pair.h"

namespace dumpscope::core {

namespace {

bool isQuantised(DType dtype)
{
    switch (dtype) {
    case DType::QInt8:
    case DType::QInt16:
    case DType::QInt32:
    case DType::QUInt8:
    case DType::QUInt16:
        return true;
    default:
        return false;
    }
}

} // namespace

bool areQuantisedOtherwise(const DumpIndex& target, TensorId own, const DumpIndex& golden, TensorId other)
{
    const TensorRow &x = target.tensor(own), &y = golden.tensor(other);
    // The remark of such a tensor is how it is quantised.
    return isQuantised(x.dtype) && isQuantised(y.dtype) && x.state == TensorState::Ok
        && y.state == TensorState::Ok && target.message(x.problem) != golden.message(y.problem);
}

} // namespace dumpscope::core
