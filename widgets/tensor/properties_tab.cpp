// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tensor_table.h"
#include "query/cell.h"
#include "tensor/fact_table.h"
#include "tensor/tensor_tab.h"

#include <QHBoxLayout>
#include <QScrollArea>

namespace dumpscope::gui {

/// Every header field, what the index knows, and how names were mapped.
class PropertiesTab : public TensorTab {
    Q_OBJECT
public:
    explicit PropertiesTab(TensorDocument& document);
    [[nodiscard]] bool isSettled() const override { return !m_isLoading; }
    [[nodiscard]] bool wantsSideColumn() const override { return false; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();

    FactTable *m_row, *m_header;
    TensorRef m_shown;
    bool m_isLoading = false;
    LatestOnly m_loading;
};

PropertiesTab::PropertiesTab(TensorDocument& document)
    : TensorTab(document)
    , m_row(new FactTable(tr("Tensor"), tr("index")))
    , m_header(new FactTable(tr("Header"), tr("file")))
{
    auto* const area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setAccessibleName(tr("Properties"));
    area->setFrameShape(QFrame::NoFrame);
    auto* const body = new QWidget;
    body->setBackgroundRole(QPalette::Base);
    auto* const row = new QHBoxLayout(body);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(1);
    row->addWidget(m_row, 1, Qt::AlignTop);
    row->addWidget(m_header, 1, Qt::AlignTop);
    area->setWidget(body);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(area);
    connect(&document, &TensorDocument::stageChanged, this, &PropertiesTab::refresh);
}

void PropertiesTab::showEvent(QShowEvent* event)
{
    TensorTab::showEvent(event);
    refresh();
}

void PropertiesTab::refresh()
{
    const TensorRef tensor = document().tensor();
    if (!isVisible() || !tensor.isValid() || !document().isReady() || tensor == m_shown)
        return;
    m_shown = tensor;
    QList<FactTable::Fact> facts;
    const core::TensorTable& table = *tensor.root->table();
    for (const int column : core::TensorTable::listingColumns()) {
        const QString text = fromCore(core::cellText(table.cell(tensor.id.value(), column)));
        if (!text.isEmpty())
            facts.append({fromCore(table.columns()[static_cast<std::size_t>(column)].name), text});
    }
    const core::DumpIndex& index = *tensor.root->index();
    const core::FileRow& file = index.file(tensor.row().file);
    facts.append({tr("bytes in the file"), QString::number(file.size)});
    if (file.mappedName.value() != 0)
        facts.append({tr("name by the mapping"), fromCore(index.text(file.mappedName))});
    if (tensor.row().opNameRaw != tensor.row().opName)
        facts.append({tr("name as recorded"), fromCore(index.text(tensor.row().opNameRaw))});
    const core::StorageLayout& storage = document().opened()->view.storage;
    if (!storage.logicalReason.empty())
        facts.append({tr("why this order"), fromCore(storage.logicalReason)});
    m_row->setFacts(facts);
    m_header->setFacts({});
    m_isLoading = true;
    using Fields = std::vector<std::pair<std::string, std::string>>;
    document().read<Fields>(
        m_loading, Lane::Interactive, tr("Reading the header"),
        [store = tensor.root->store(), id = tensor.id](
            core::TaskContext& task) -> core::Result<Fields> { return store->describe(id, task); },
        [this](const Fields& fields) {
            QList<FactTable::Fact> header;
            for (const auto& [name, value] : fields)
                header.append({fromCore(name), fromCore(value)});
            m_isLoading = false;
            m_header->setFacts(header);
        },
        TensorDocument::Scope::Tensor);
}

void register_properties_tab(TensorTabRegistry& registry)
{
    registry.add({"properties", QT_TRANSLATE_NOOP("TensorTabs", "Properties"), "file", 70,
        [](const TensorDocument&) { return 5; },
        [](TensorDocument& document) -> TensorTab* { return new PropertiesTab(document); }});
}

} // namespace dumpscope::gui

#include "properties_tab.moc"
