// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/cell_roles.h"
#include "common/spacing.h"
#include "common/widget_changes.h"
#include "graph/node_models.h"
#include "kit/message_page.h"
#include "kit/panel.h"
#include "kit/simple_table.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QStackedLayout>

namespace dumpscope::gui {

namespace {

constexpr int kNameWidth = 130;

/// What the graph says of the chosen node or scope.
class AttributesPanel : public Panel {
    Q_OBJECT
public:
    explicit AttributesPanel(Workbench& workbench)
        : m_workbench(workbench)
        , m_model(new AttributeModel(workbench.graph, this))
        , m_table(new SimpleTable(this))
        , m_message(new MessagePage(this))
        , m_pages(new QStackedLayout(this))
    {
        m_table->setRows(m_model, 1);
        m_table->setColumnWidth(0, scaled(kNameWidth));
        m_pages->setContentsMargins(0, 0, 0, 0);
        m_pages->addWidget(m_message);
        m_pages->addWidget(m_table);
        setFocusProxy(m_table);
        setMinimumSize(scaled(160), scaled(120));
        connect(m_model, &QAbstractItemModel::modelReset, this, [this] { showPage(); });
        connect(m_table, &SimpleTable::menuRequested, this, [this](const QPoint& at) {
            QMenu menu(this);
            menu.addAction(m_workbench.actions.action("edit.copy"));
            menu.addAction(tr("Copy value"), this, [this] {
                const QModelIndex now = m_table->currentIndex();
                if (now.isValid())
                    QGuiApplication::clipboard()->setText(now.siblingAtColumn(1).data(CopyRole).toString());
            });
            menu.exec(at);
        });
        workbench.actions.handle(
            "edit.copy", m_table,
            [this] { QGuiApplication::clipboard()->setText(m_model->copyText(m_table->chosenRows())); },
            [this] { return !m_table->chosenRows().isEmpty(); });
        keepTranslated(this, &AttributesPanel::retranslate);
    }

    QString title() const override { return tr("Attributes"); }
    bool isSettled() const override { return m_workbench.graph.isSettled(); }

protected:
    void showEvent(QShowEvent* event) override
    {
        Panel::showEvent(event);
        m_workbench.graph.setWanted(this, true);
    }
    void hideEvent(QHideEvent* event) override
    {
        Panel::hideEvent(event);
        m_workbench.graph.setWanted(this, false);
    }

private:
    void retranslate()
    {
        m_table->setAccessibleName(tr("Attributes"));
        m_message->show(tr("Select a node or scope of the graph to see its attributes."), {});
        showPage();
        emit titleChanged();
    }
    void showPage() { m_pages->setCurrentIndex(m_model->rowCount() > 0 ? 1 : 0); }

    Workbench& m_workbench;
    AttributeModel* m_model;
    SimpleTable* m_table;
    MessagePage* m_message;
    QStackedLayout* m_pages;
};

} // namespace

void register_attributes_panel(PanelRegistry& registry)
{
    registry.add(
        {"attributes", "stats", [](Workbench& workbench) { return new AttributesPanel(workbench); }});
}

} // namespace dumpscope::gui

#include "attributes_panel.moc"
