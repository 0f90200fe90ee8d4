// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "model/tensor_table.h"
#include "query/cell.h"
#include "summary/watched_outputs.h"
#include "tensor/fact_table.h"
#include "tensor/tensor_tab.h"

namespace dumpscope::gui {

/// Every header field, what the index knows, and how names were mapped.
class PropertiesTab : public ReadingTab {
    Q_OBJECT
public:
    explicit PropertiesTab(TensorDocument& document);
    [[nodiscard]] bool wantsSideColumn() const override { return false; }
    [[nodiscard]] bool isSettled() const override
    {
        return ReadingTab::isSettled() && !isRunning(m_watching);
    }

protected:
    void load() override;

private:
    [[nodiscard]] QList<FactTable::Fact> knownFacts() const;
    [[nodiscard]] static QList<FactTable::Fact> watchedFacts(
        const core::WatchedOutput& output, core::TensorId shown);
    void readWatched(const TensorRef& tensor);

    FactTable *m_row, *m_header;
    QList<FactTable::Fact> m_watched;
    LatestOnly m_watching;
    TensorRef m_shown;
};

PropertiesTab::PropertiesTab(TensorDocument& document)
    : ReadingTab(document)
    , m_row(new FactTable(tr("Tensor"), tr("index")))
    , m_header(new FactTable(tr("Header"), tr("file")))
{
    setAccessibleName(tr("Properties"));
    layOutFactTables(this, {m_row, m_header}, 2); // names and paths are long
}

QList<FactTable::Fact> PropertiesTab::knownFacts() const
{
    const TensorRef& tensor = document().tensor();
    QList<FactTable::Fact> facts;
    const core::TensorTable& table = *tensor.root->table();
    for (const int column : core::TensorTable::listingColumns()) {
        const QString text = fromCore(core::cellText(table.cell(tensor.id.value(), column)));
        const QString name = fromCore(table.columns()[static_cast<std::size_t>(column)].name);
        const bool isProblem = name == u"problem";
        if (!text.isEmpty())
            facts.append(
                {name, isProblem ? coreWords(table.message(tensor.id.value(), column)) : text, isProblem});
    }
    const core::DumpIndex& index = *tensor.root->index();
    const core::FileRow& file = index.file(tensor.row().file);
    facts.append({tr("bytes in the file"), QString::number(file.size)});
    if (file.mappedName.value() != 0)
        facts.append({tr("name by the mapping"), fromCore(index.text(file.mappedName))});
    if (tensor.row().opNameRaw != tensor.row().opName)
        facts.append({tr("name as recorded"), fromCore(index.text(tensor.row().opNameRaw))});
    if (document().isReady() && !document().opened()->view.storage.logicalReason.empty())
        facts.append({tr("why this order"), coreWords(document().opened()->view.storage.logicalReason)});
    return facts;
}

/// Whether the memory of a watched operator was written over, and what each dump of it holds.
QList<FactTable::Fact> PropertiesTab::watchedFacts(const core::WatchedOutput& output, core::TensorId shown)
{
    using Look = core::WatchedOutput::Look;
    QList<FactTable::Fact> facts {{tr("watched output"), coreWords(output.text()),
        output.verdict == core::WatchedOutput::Verdict::Changed}};
    for (const Look& look : output.looks) {
        QString words;
        switch (look.state) {
        case Look::State::First:
            words = tr("first; the next is compared with it");
            break;
        case Look::State::Unchanged:
            words = tr("the same bytes as before");
            break;
        case Look::State::Changed:
            words = tr("other bytes than before");
            break;
        case Look::State::BeforeOwn:
            words = tr("not written yet");
            break;
        case Look::State::NotComparable:
            words = tr("not comparable: %1").arg(coreWords(look.problem));
            break;
        }
        if (look.tensor == shown)
            words = tr("%1 (this one)").arg(words);
        const bool isChanged = look.state == Look::State::Changed;
        facts.append({look.after.empty() ? tr("its own dump") : tr("after %1").arg(fromCore(look.after)),
            words, isChanged,
            isChanged ? tr("After the last operator that reads it, memory may be reused for other data; a "
                           "change after that is not a fault.")
                      : QString()});
    }
    return facts;
}

void PropertiesTab::readWatched(const TensorRef& tensor)
{
    m_watched.clear();
    if (tensor.row().io != core::Io::Output)
        return;
    document().read<std::optional<core::WatchedOutput>>(
        m_watching, Lane::Interactive, tr("Comparing watched outputs"),
        [index = tensor.root->index(), id = tensor.id](
            core::TaskContext& task) { return core::watchedOutputOf(index, id, task); },
        [this, id = tensor.id](const std::optional<core::WatchedOutput>& output) {
            if (!output)
                return;
            m_watched = watchedFacts(*output, id);
            m_row->setFacts(m_watched + knownFacts());
        },
        TensorDocument::Scope::Tensor);
}

void PropertiesTab::load()
{
    const TensorRef tensor = document().tensor();
    if (tensor != m_shown)
        readWatched(tensor);
    m_row->setFacts(m_watched + knownFacts());
    if (tensor == m_shown)
        return;
    m_shown = {};
    m_header->setFacts({});
    document().read<core::Description>(
        loading(), Lane::Interactive, tr("Reading the header"),
        [store = tensor.root->store(), id = tensor.id](
            core::TaskContext& task) -> core::Result<core::Description> { return store->describe(id, task); },
        [this, tensor](const core::Description& fields) {
            QList<FactTable::Fact> header;
            for (const auto& [name, value] : fields)
                header.append(
                    {coreWords(name), value.form().empty() ? fromCore(value.plain()) : coreWords(value)});
            m_shown = tensor;
            m_header->setFacts(header);
        },
        TensorDocument::Scope::Tensor,
        [this](const core::Error& error) {
            m_header->setFacts({{tr("not read"), TensorDocument::sentence(error), true}});
        });
}

void register_properties_tab(TensorTabRegistry& registry)
{
    registry.add({"properties", QT_TRANSLATE_NOOP("TensorTabs", "Properties"), "file", 70,
        [](const TensorDocument&) { return 5; },
        [](TensorDocument& document) -> TensorTab* { return new PropertiesTab(document); }, false});
}

} // namespace dumpscope::gui

#include "properties_tab.moc"
