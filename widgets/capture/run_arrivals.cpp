// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/run_arrivals.h"

#include <QDateTime>

#include <algorithm>

namespace dumpscope::gui {

void RunArrivals::take(const core::LiveBatch& batch)
{
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    for (const core::LiveTensor& tensor : batch.tensors) {
        const auto known = std::find_if(m_kept.rbegin(), m_kept.rend(), [&](const Arrival& one) {
            return one.tensor.isHalfWritten && one.tensor.file == tensor.file && one.tensor.io == tensor.io
                && one.tensor.slot == tensor.slot && one.tensor.entry == tensor.entry;
        });
        if (known != m_kept.rend())
            *known = {tensor, now};
        else
            m_kept.push_back({tensor, now});
    }
    while (m_kept.size() > kKept) {
        m_kept.pop_front();
        ++m_dropped;
    }
    if (!batch.files.empty() || !batch.findings.empty()) {
        auto kept = std::make_shared<RunBatch>();
        for (const core::LiveBatch::File& file : batch.files)
            kept->files.push_back(file.path);
        kept->findings = batch.findings;
        m_batches.push_back(std::move(kept));
    }
}

bool RunArrivals::hasFile(const std::string& path) const
{
    return std::ranges::any_of(m_batches,
        [&](const auto& batch) { return std::ranges::find(batch->files, path) != batch->files.end(); });
}

std::vector<core::LiveTensor> RunArrivals::tensors() const
{
    std::vector<core::LiveTensor> tensors;
    for (const Arrival& arrival : m_kept)
        tensors.push_back(arrival.tensor);
    return tensors;
}

} // namespace dumpscope::gui
