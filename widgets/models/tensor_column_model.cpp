// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tensor_column_model.h"
#include "common/core_text.h"

#include "base/text.h"
#include "common/core_sentences.h"
#include "common/plain_text.h"
#include "documents/tensor_states.h"

namespace dumpscope::gui {

TensorRef TensorColumnModel::tensorAt(std::uint32_t source) const
{
    const TensorRows* const rows = shownTensors();
    if (!rows || source >= rows->rows())
        return {};
    const TensorRows::Place place = rows->placeOf(source);
    return {m_roots[place.part], place.id};
}

std::optional<std::uint32_t> TensorColumnModel::sourceOf(const TensorRef& tensor) const
{
    const TensorRows* const rows = shownTensors();
    for (std::size_t part = 0; rows && part < m_roots.size(); ++part) {
        if (m_roots[part] != tensor.root)
            continue;
        if (const auto row = rows->rowOf({part, tensor.id}))
            return static_cast<std::uint32_t>(*row);
    }
    return std::nullopt;
}

std::vector<MarkedTensors> TensorColumnModel::marked(const std::vector<std::uint32_t>& sources) const
{
    std::vector<MarkedTensors> marked;
    const TensorRows* const rows = shownTensors();
    if (!rows)
        return marked;
    std::vector<std::size_t> groups(m_roots.size(), std::size_t(-1));
    for (const std::uint32_t source : sources) {
        const TensorRows::Place place = rows->placeOf(source);
        std::size_t& group = groups[place.part];
        if (group == std::size_t(-1)) {
            group = marked.size();
            marked.push_back({m_roots[place.part], {}});
        }
        marked[group].ids.push_back(place.id);
    }
    return marked;
}

std::vector<std::uint32_t> TensorColumnModel::sourcesOf(const std::vector<MarkedTensors>& marked) const
{
    std::vector<std::uint32_t> sources;
    const TensorRows* const rows = shownTensors();
    for (const MarkedTensors& group : marked) {
        for (std::size_t part = 0; rows && part < m_roots.size(); ++part) {
            if (m_roots[part] != group.root)
                continue;
            for (const core::TensorId id : group.ids) {
                if (const auto row = rows->rowOf({part, id}))
                    sources.push_back(static_cast<std::uint32_t>(*row));
            }
        }
    }
    return sources;
}

QString tensorTip(const TensorRef& tensor)
{
    if (!tensor.isValid())
        return {};
    const core::DumpIndex& index = *tensor.root->index();
    QStringList lines {
        tensor.opName(), tensor.tensorId(), fromCore(core::printable(index.filePath(tensor.row().file)))};
    if (const core::Message& problem = index.message(tensor.row().problem); !problem.empty())
        lines += coreWords(problem);
    if (const QString mark = TensorStates::meaningOf(tensor); !mark.isEmpty())
        lines += mark;
    return tipText(lines.join(u'\n'));
}

} // namespace dumpscope::gui
