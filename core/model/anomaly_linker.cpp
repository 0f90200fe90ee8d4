// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "model/folder_remarks.h"

#include <array>
#include <map>
#include <set>
#include <tuple>

namespace dumpscope::core {

namespace {

/// Folder above those of the ranks, rank, step, operator.
using AlarmKey = std::tuple<std::string, std::int64_t, std::int64_t, StringId>;

struct Alarms {
    std::map<AlarmKey, std::vector<const RaisedAnomaly*>> byRow;
    std::set<StringId> operators; ///< most rows are about none of them
};

Alarms collectAlarms(const IndexParts& parts, const std::vector<FolderRemarks>& remarks)
{
    Alarms alarms;
    for (const FolderRemarks& one : remarks) {
        if (one.anomalies.empty())
            continue;
        const FolderRow& folder = parts.folders[parts.files[one.file.value()].folder.value()];
        const std::string run(parentFolder(parts.strings.text(folder.path)));
        for (const RaisedAnomaly& anomaly : one.anomalies) {
            const StringId name = parts.strings.find(anomaly.opName);
            if (!name.isValid())
                continue;
            const auto rank = anomaly.rank ? anomaly.rank : folder.facts.rank;
            alarms.byRow[{run, rank.value_or(-1), anomaly.step.value_or(-1), name}].push_back(&anomaly);
            alarms.operators.insert(name);
        }
    }
    return alarms;
}

} // namespace

void applyAnomalies(IndexParts& parts, const std::vector<FolderRemarks>& remarks)
{
    const Alarms alarms = collectAlarms(parts, remarks);
    if (alarms.byRow.empty())
        return;
    for (TensorRow& row : parts.tensors) {
        if (!alarms.operators.contains(row.opName))
            continue;
        const FolderRow& folder = parts.folders[row.folder.value()];
        const AlarmKey key(parentFolder(parts.strings.text(folder.path)), folder.facts.rank.value_or(-1),
            folder.facts.step.value_or(-1), row.opName);
        const auto found = alarms.byRow.find(key);
        if (found == alarms.byRow.end())
            continue;
        for (const RaisedAnomaly* anomaly : found->second) {
            const bool isOther = (anomaly->io != Io::Unknown && anomaly->io != row.io)
                || !parts.strings.text(row.opType).starts_with(anomaly->opType); // "grad" of "grad_unreduced"
            if (isOther)
                continue;
            const Message remark = phrase("the monitor raised an anomaly: %1", printable(anomaly->message));
            row.problem
                = parts.messages.intern(joined(std::array {parts.messages.message(row.problem), remark}));
        }
    }
}

} // namespace dumpscope::core
