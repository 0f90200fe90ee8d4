// SPDX-License-Identifier: GPL-3.0-or-later
#include "summary/mindspore_survey.h"

#include "base/text.h"
#include "model/dump_index.h"
#include "readers/format_registry.h"

#include <algorithm>
#include <set>

namespace dumpscope::core {

namespace {

/// Names looked at for their spelling, spread over all files.
constexpr std::size_t kSample = 2000;

constexpr std::string_view kRankLayout = "mindspore-rank";
constexpr std::string_view kG0Layout = "mindspore-g0";
constexpr std::string_view kAclLayout = "mindspore-acl";

class Surveyor {
public:
    explicit Surveyor(const DumpIndex& index)
        : m_index(index)
    {
    }

    MindsporeSurvey survey()
    {
        countFolders();
        countTensors();
        sampleNames();
        for (std::size_t i = 0; i < m_index.statisticTables().size(); ++i)
            m_survey.statisticFiles += readerId(m_index.statisticFile(i)) == "mindspore-statistic" ? 1U : 0U;
        for (const DumpIndex::PlacedOrder& placed : m_index.executionOrders())
            ++(placed.order.global ? m_survey.globalOrders : m_survey.orders);
        readProperties();
        return std::move(m_survey);
    }

private:
    [[nodiscard]] std::string_view readerId(FileId file) const
    {
        const Reader* reader = m_index.readerOf(file);
        return reader == nullptr ? std::string_view() : std::string_view(reader->info().id);
    }

    void countFolders()
    {
        std::set<std::int64_t> ranks;
        for (std::size_t i = 0; i < m_index.folderCount(); ++i) {
            const FolderRow& folder = m_index.folder(FolderId(i));
            const FolderFacts& facts = folder.facts;
            if (facts.layout != kRankLayout && facts.layout != kG0Layout)
                continue;
            if (facts.rank)
                ranks.insert(*facts.rank);
            const bool constants = facts.layout == kRankLayout && facts.graphId && !facts.step
                && m_index.text(folder.path).ends_with("constants");
            m_survey.constants |= constants;
            m_survey.iterations += facts.step ? 1U : 0U;
        }
        m_survey.ranks = ranks.size();
    }

    void countTensors()
    {
        for (std::size_t i = 0; i < m_index.fileCount(); ++i) {
            const std::string_view reader = readerId(FileId(i));
            const std::size_t tensors = m_index.tensorsOfFile(FileId(i)).size();
            const FolderFacts& facts = m_index.folder(m_index.file(FileId(i)).folder).facts;
            const std::string_view layout = facts.layout;
            if (reader == "monitor")
                continue; // its folders of ranks are called the same
            if (reader == "mindspore-statistic")
                m_survey.statisticsOnly += tensors;
            else if (layout == kRankLayout && (reader != "npy" || facts.graphId || facts.step))
                (reader == "npy" ? m_survey.rankNpy : m_survey.rankContainers) += tensors;
            else if (layout == kG0Layout && reader != "npy") // those releases wrote none
                (reader == "mindspore-g0" ? m_survey.g0Raw : m_survey.g0Containers) += tensors;
            else if (layout == kAclLayout)
                m_survey.acl += tensors;
        }
    }

    void sampleNames()
    {
        const std::size_t step = std::max<std::size_t>(m_index.fileCount() / kSample, 1);
        for (std::size_t i = 0; i < m_index.fileCount(); i += step) {
            const FileRow& file = m_index.file(FileId(i));
            const bool mapped = file.mappedName.isValid() && file.mappedName != StringId {0U};
            const std::string_view name = m_index.text(mapped ? file.mappedName : file.name);
            const NameFacts facts = m_index.formats().parseName(name, m_index.folder(file.folder).facts);
            if (facts.grammar != "mindspore-npy" || facts.opType == "Parameter")
                continue;
            ++m_survey.sampled;
            m_survey.withDtype += facts.dtype.empty() ? 0U : 1U;
            m_survey.withScope += facts.opName.find('_') != std::string_view::npos ? 1U : 0U;
            const bool callback = facts.task.value_or(0) != 0 && facts.format != "DefaultFormat";
            m_survey.byCallback += callback ? 1U : 0U;
        }
    }

    void readProperties()
    {
        for (const FileProperty& property : m_index.properties()) {
            takeFirst(property, "producer", m_survey.producer);
            takeFirst(property, "device_target", m_survey.deviceTarget);
            takeFirst(property, "e2e_dump_settings.enable", m_survey.synchronous);
            takeFirst(property, "statistic_variant", m_survey.statisticVariant);
            m_survey.aclConfiguration |= property.key == "acl_dump.device_id";
        }
    }

    static void takeFirst(const FileProperty& property, std::string_view key, std::string& value)
    {
        if (value.empty() && property.key == key)
            value = property.value;
    }

    const DumpIndex& m_index;
    MindsporeSurvey m_survey;
};

/// docs/formats/mindspore-dump.md 0, generation map.
std::string generationOfVersion(std::string_view producer)
{
    constexpr std::string_view kPrefix = "MindSpore ";
    if (!producer.starts_with(kPrefix))
        return {};
    const std::string_view version = producer.substr(kPrefix.size());
    const auto dot = version.find('.');
    if (dot == std::string_view::npos)
        return {};
    const auto major = parseUnsigned(version.substr(0, dot));
    std::string_view rest = version.substr(dot + 1);
    const auto minor = parseUnsigned(rest.substr(0, rest.find_first_not_of("0123456789")));
    if (!major || !minor || *major == 0)
        return {};
    if (*major == 1)
        return *minor <= 2 ? "G0 (1.0 to 1.2)" : *minor <= 5 ? "G1 (1.3 to 1.5)" : "G2 (1.6 to 2.2)";
    if (*major > 2 || *minor >= 8)
        return "G5 (after 2.7)";
    return *minor <= 2 ? "G2 (1.6 to 2.2)" : *minor == 3 ? "G3 (2.3)" : "G4 (2.4 to 2.7)";
}

} // namespace

bool MindsporeSurvey::isCallbackNpy() const
{
    if (deviceTarget == "CPU" || deviceTarget == "GPU" || synchronous == "true")
        return false;
    return byCallback * 2 > sampled;
}

std::string MindsporeSurvey::generation() const
{
    if (std::string known = generationOfVersion(producer); !known.empty())
        return known;
    if (g0Raw + g0Containers > 0 && rankNpy + rankContainers == 0)
        return "G0 (1.0 to 1.2)";
    if (acl > 0)
        return "2.3 to 2.5, through AscendCL";
    if (statisticVariant == "D")
        return "G5 (after 2.7)";
    if (withDtype * 2 > sampled)
        return statisticVariant == "C" ? "G4 (2.4 to 2.7)" : "G4 or G5 (2.4 and later)";
    if (statisticVariant == "A" || statisticVariant == "B")
        return "G2 (1.6 to 2.2)";
    if (sampled == 0)
        return statisticVariant == "C" ? "G3 or G4 (2.3 to 2.7)" : std::string();
    if (withScope * 2 > sampled)
        return "G3 (2.3)";
    if (constants || globalOrders > 0 || statisticFiles > 0)
        return "G2 (1.6 to 2.2)";
    return orders > 0 ? "G1 (1.3 to 1.5)" : "G1 or G2 (1.3 to 2.2)";
}

MindsporeSurvey surveyMindspore(const DumpIndex& index)
{
    return Surveyor(index).survey();
}

Message belowRanks(const Message& what, std::size_t ranks)
{
    return ranks == 1 ? phrase("%1 below %2 rank folder", what, ranks)
                      : phrase("%1 below %2 rank folders", what, ranks);
}

} // namespace dumpscope::core
