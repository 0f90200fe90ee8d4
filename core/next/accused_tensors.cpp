// SPDX-License-Identifier: GPL-3.0-or-later
#include "next/accused_tensors.h"

#include "io/json_reader.h"
#include "io/posix_file.h"
#include "remote/remote_value_scan.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace dumpscope::core {

namespace {

void add(const JsonValue& place, Accused& accused)
{
    if (!place.isObject() || place.textAt("op_name").empty())
        return;
    accused.operators.push_back({std::string(place.textAt("op_name")), std::string(place.textAt("target_id")),
        place.integerAt("rank"), place.integerAt("step")});
}

} // namespace

std::optional<Accused> accusedIn(const JsonValue& document)
{
    const JsonValue* const conclusion = document.isObject() ? document.find("conclusion") : nullptr;
    const JsonValue* const suspects = document.isObject() ? document.find("suspects") : nullptr;
    if (!conclusion || !conclusion->isObject() || !suspects || !suspects->isArray())
        return std::nullopt;
    Accused accused;
    accused.target = std::string(document.textAt("target"));
    if (const JsonValue* const place = conclusion->find("place"))
        add(*place, accused);
    for (const JsonValue& suspect : suspects->items)
        add(suspect, accused);
    return accused;
}

Result<std::optional<Accused>> readAccused(const std::string& path)
{
    std::error_code ignored;
    if (!path.ends_with(".json") || !std::filesystem::is_regular_file(path, ignored))
        return std::nullopt;
    TRY_ASSIGN(const std::string text, readSmallFile(path, kMostResultBytes));
    auto document = parseJson(text);
    if (!document) {
        document.error().place.file = path;
        return fail(document.error());
    }
    return accusedIn(*document);
}

std::vector<TensorId> tensorsOf(const Accused& accused, const DumpIndex& index)
{
    std::vector<TensorId> tensors;
    const auto addOnce = [&](TensorId id) {
        if (std::ranges::find(tensors, id) == tensors.end())
            tensors.push_back(id);
    };
    for (const Accused::Operator& one : accused.operators) {
        if (const auto id = one.tensorId.empty() ? Result<TensorId>(fail(Code::NotFound, Message()))
                                                 : index.findTensor(one.tensorId)) {
            addOnce(*id);
            continue;
        }
        const StringId name = index.findString(one.name);
        for (const TensorId id :
            name.isValid() ? index.tensorsOfOperator(name) : std::span<const TensorId>()) {
            const FolderFacts& facts = index.factsOf(id);
            if ((!one.rank || facts.rank == one.rank) && (!one.step || facts.step == one.step))
                addOnce(id);
        }
    }
    return tensors;
}

Result<std::optional<NonFiniteTensor>> firstBorn(
    const std::shared_ptr<const DumpIndex>& index, TaskContext& task)
{
    ValueScan scan;
    TRY_VOID(scanWhereItLies(index, task, scan));
    return scan.first;
}

} // namespace dumpscope::core
