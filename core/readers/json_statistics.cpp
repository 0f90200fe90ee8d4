// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/json_statistics.h"

#include "tensor/shape.h"

#include <array>
#include <utility>

namespace dumpscope::core {

namespace {

using StatisticKey = std::pair<std::string_view, StatisticTable::Field>;
constexpr std::array<StatisticKey, 4> kStatisticKeys {
    {{"max", StatisticTable::Field::Max}, {"min", StatisticTable::Field::Min},
        {"mean", StatisticTable::Field::Mean}, {"norm", StatisticTable::Field::L2Norm}}};

} // namespace

bool isTensorStatistics(const JsonValue& value)
{
    if (!value.isObject())
        return false;
    for (const auto& [key, field] : kStatisticKeys) {
        const JsonValue* const number = value.find(key);
        if (number != nullptr && !number->isObject() && !number->isArray())
            return true;
    }
    return false;
}

void takeTensorStatistics(const JsonValue& value, StatisticRow& row, std::string& shape)
{
    for (const auto& [key, field] : kStatisticKeys) {
        if (const JsonValue* const number = value.find(key))
            row.value(field) = number->number();
    }
    const JsonValue* const dims = value.find("shape");
    if (dims == nullptr || !dims->isArray())
        return;
    Shape extents;
    for (const JsonValue& item : dims->items) {
        const auto extent = item.integer();
        if (!extent || *extent < 0)
            return;
        extents.push_back(*extent);
    }
    shape = shapeText(extents);
    row.shapeText = shape;
}

} // namespace dumpscope::core
