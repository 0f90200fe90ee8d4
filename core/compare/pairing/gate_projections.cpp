// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/gate_projections.h"

#include "compare/pairing/module_names.h"
#include "compare/pairing/name_table.h"
#include "tensor/shape.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

namespace dumpscope::core {

namespace {

constexpr std::string_view kGate = "gate_proj";

/// Whether one tensor has as many rows as the other, and its columns times `factor`.
bool isAsWide(std::span<const std::int64_t> one, std::span<const std::int64_t> other, std::int64_t factor)
{
    return !one.empty() && one.size() == other.size() && other.back() <= one.back()
        && std::equal(one.begin(), one.end() - 1, other.begin()) && one.back() / factor == other.back()
        && one.back() % factor == 0;
}

} // namespace

GateProjections::GateProjections(const DumpIndex& index)
    : m_index(index)
{
}

std::optional<std::pair<GateProjections::Module, std::string>> GateProjections::placeOf(TensorId id) const
{
    const TensorRow& row = m_index.tensor(id);
    const auto name = row.opName.isValid() ? moduleName(m_index.text(row.opName)) : std::nullopt;
    if (!name || row.io != Io::Output || !row.shape.isValid())
        return std::nullopt;
    std::string path = withoutWrappers(name->path);
    const std::size_t point = path.rfind('.');
    if (point == std::string::npos)
        return std::nullopt;
    const FolderFacts& facts = m_index.factsOf(id);
    Module module(facts.rank, facts.step, facts.run, name->call + '#' + std::to_string(row.occurrence),
        path.substr(0, point));
    return std::pair(std::move(module), std::move(path));
}

void GateProjections::collect()
{
    m_isCollected = true;
    for (std::uint32_t i = 0; i < m_index.tensorCount(); ++i) {
        if (auto place = placeOf(TensorId(i)))
            m_outputs[std::move(place->first)].push_back({std::move(place->second), TensorId(i)});
    }
}

ActivationKind GateProjections::kindOf(TensorId activation)
{
    const auto place = placeOf(activation);
    if (!place)
        return ActivationKind::Unknown;
    if (!m_isCollected)
        collect();
    static const NameTables tables({NameTable::builtin().begin(), NameTable::builtin().end()});
    static const NameTables::Idle idle = tables.idleFor({});
    const auto own = m_index.shape(m_index.tensor(activation).shape);
    bool isGated = false, isPlain = false;
    for (const Output& output : m_outputs.at(place->first)) {
        const auto shape = m_index.shape(m_index.tensor(output.id).shape);
        const NameTables::Reading reading = tables.read(output.path, idle);
        const bool holdsGate = !reading.parts.empty() && reading.parts.front().ends_with(kGate);
        isGated = isGated || (holdsGate && isAsWide(shape, own, 2));
        isPlain = isPlain
            || (reading.parts.empty() && reading.common.ends_with(kGate) && isAsWide(shape, own, 1));
    }
    return isGated == isPlain ? ActivationKind::Unknown
        : isGated             ? ActivationKind::Gated
                              : ActivationKind::Plain;
}

} // namespace dumpscope::core
