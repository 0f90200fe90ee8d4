// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "model/tensor_table.h"
#include "query/cell.h"
#include "tensor/fact_table.h"
#include "tensor/tensor_tab.h"

namespace dumpscope::gui {

/// Every header field, what the index knows, and how names were mapped.
class PropertiesTab : public ReadingTab {
    Q_OBJECT
public:
    explicit PropertiesTab(TensorDocument& document);
    [[nodiscard]] bool wantsSideColumn() const override { return false; }

protected:
    void load() override;

private:
    [[nodiscard]] QList<FactTable::Fact> knownFacts() const;

    FactTable *m_row, *m_header;
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

void PropertiesTab::load()
{
    const TensorRef tensor = document().tensor();
    m_row->setFacts(knownFacts());
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
