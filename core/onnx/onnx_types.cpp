// SPDX-License-Identifier: GPL-3.0-or-later
#include "onnx/onnx_types.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

struct TypeRow {
    int onnx;
    DType dtype;
};
constexpr std::array kTypes {TypeRow {1, DType::Float32}, TypeRow {2, DType::UInt8}, TypeRow {3, DType::Int8},
    TypeRow {4, DType::UInt16}, TypeRow {5, DType::Int16}, TypeRow {6, DType::Int32},
    TypeRow {7, DType::Int64}, TypeRow {9, DType::Bool}, TypeRow {10, DType::Float16},
    TypeRow {11, DType::Float64}, TypeRow {12, DType::UInt32}, TypeRow {13, DType::UInt64},
    TypeRow {16, DType::BFloat16}};

} // namespace

DType dtypeOfOnnx(int elementType)
{
    const auto* const row = std::ranges::find(kTypes, elementType, &TypeRow::onnx);
    return row == kTypes.end() ? DType::Unknown : row->dtype;
}

int onnxTypeOf(DType dtype)
{
    const auto* const row = std::ranges::find(kTypes, dtype, &TypeRow::dtype);
    return row == kTypes.end() ? 0 : row->onnx;
}

} // namespace dumpscope::core
