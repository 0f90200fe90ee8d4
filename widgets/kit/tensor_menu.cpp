// SPDX-License-Identifier: GPL-3.0-or-later
#include "kit/tensor_menu.h"
#include "common/core_text.h"

#include "kit/panel.h"
#include "query/filter_nodes.h"
#include "request/stat_request.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QDesktopServices>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenu>
#include <QUrl>

namespace dumpscope::gui {

namespace {

struct TensorMenu {
    Q_DECLARE_TR_FUNCTIONS(TensorMenu)
};

void addActions(QMenu& menu, Workbench& workbench, std::initializer_list<const char*> ids)
{
    for (const char* id : ids) {
        QAction* const action = workbench.actions.action(id);
        if (!action)
            continue;
        if (workbench.actions.hasKeyHere(id)) {
            menu.addAction(action);
            continue;
        }
        // A key that does nothing here is not named.
        QAction* const own = menu.addAction(action->icon(), action->text(), &workbench.actions,
            [&workbench, id] { workbench.actions.trigger(id); });
        own->setEnabled(workbench.actions.canTrigger(id));
    }
}

/// `key:value` for every column worth asking about, quoted where the value needs it.
void addFilters(QMenu& menu, Workbench& workbench, const TensorRef& tensor, bool isOut)
{
    struct Term {
        const char* key;
        QString words;
    };
    const Term terms[] = {{"op_name", TensorMenu::tr("Operator")},
        {"op_type", TensorMenu::tr("Operator type")}, {"scope", TensorMenu::tr("Scope")},
        {"dtype", TensorMenu::tr("Dtype")}, {"state", TensorMenu::tr("State")}};
    const auto table = tensor.root->table();
    for (const Term& term : terms) {
        const core::Cell cell = table->cell(tensor.id.value(), table->columnByName(term.key));
        if (core::isNull(cell))
            continue;
        const QString value = fromCore(core::quotedFilterWord(core::cellText(cell)));
        const QString text
            = (isOut ? QStringLiteral("-") : QString()) + QLatin1String(term.key) + QLatin1Char(':') + value;
        menu.addAction(term.words, &workbench.selection,
            [&workbench, text] { emit workbench.selection.filterRequested(text); });
    }
}

QString pathOf(const TensorRef& tensor)
{
    const QString file = QString::fromStdString(tensor.root->index()->filePath(tensor.row().file));
    return file.isEmpty() ? tensor.root->path() : tensor.root->path() + QLatin1Char('/') + file;
}

QString commandOf(const TensorRef& tensor)
{
    return fromCore(core::commandText(core::StatRequest {.path = tensor.root->path().toStdString(),
        .tensors = {tensor.tensorId().toStdString()},
        .raw = tensor.root->raw()}));
}

void showFolder(const TensorRef& tensor)
{
    QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(pathOf(tensor)).absolutePath()));
}

void addCopies(QMenu& menu, const TensorRef& tensor)
{
    const auto add = [&menu](const QString& words, const QString& text) {
        menu.addAction(words, &menu, [text] { QGuiApplication::clipboard()->setText(text); });
    };
    add(TensorMenu::tr("Name"), tensor.opName());
    add(TensorMenu::tr("Path"), pathOf(tensor));
    add(TensorMenu::tr("Id"), tensor.tensorId());
    add(TensorMenu::tr("Command"), commandOf(tensor));
}

} // namespace

void fillTensorMenu(QMenu& menu, Workbench& workbench, const TensorRef& tensor)
{
    if (!tensor.isValid())
        return;
    addActions(menu, workbench, {"item.open", "item.open_new_tab", "item.open_counterpart", "compare.with"});
    menu.addSeparator();
    QMenu* const show = menu.addMenu(TensorMenu::tr("Show in"));
    addActions(*show, workbench,
        {"item.reveal_tree", "item.reveal_table", "item.reveal_graph", "item.reveal_source"});
    show->addAction(TensorMenu::tr("Folder"), show, [tensor] {
        if (tensor.isValid())
            showFolder(tensor);
    });
    menu.addSeparator();
    addActions(menu, workbench, {"pairing.pair", "pairing.unpair", "capture.more", "file.reproducer"});
    menu.addSeparator();
    addFilters(*menu.addMenu(TensorMenu::tr("Filter to this")), workbench, tensor, false);
    addFilters(*menu.addMenu(TensorMenu::tr("Filter out")), workbench, tensor, true);
    menu.addSeparator();
    addCopies(*menu.addMenu(TensorMenu::tr("Copy")), tensor);
    menu.addSeparator();
    addActions(menu, workbench, {"edit.note", "edit.bookmark", "file.export", "tools.convert"});
}

void handleTensorActions(Workbench& workbench, QWidget* window)
{
    Selection& selection = workbench.selection;
    const auto handle = [&](const char* id, auto act) {
        workbench.actions.handle(
            id, window, [&selection, act] { act(selection.tensor()); },
            [&selection] { return selection.tensor().isValid(); });
    };
    const auto copy = [&](const char* id, auto textOf) {
        handle(
            id, [textOf](const TensorRef& tensor) { QGuiApplication::clipboard()->setText(textOf(tensor)); });
    };
    copy("item.copy_name", [](const TensorRef& tensor) { return tensor.opName(); });
    copy("item.copy_path", pathOf);
    copy("item.copy_id", [](const TensorRef& tensor) { return tensor.tensorId(); });
    copy("item.copy_command", commandOf);
    handle("item.show_folder", showFolder);
    const auto filter = [&](const char* id, const char* sign) {
        handle(id, [&selection, sign](const TensorRef& tensor) {
            emit selection.filterRequested(QLatin1String(sign) + QStringLiteral("op_name:")
                + fromCore(core::quotedFilterWord(tensor.opName().toStdString())));
        });
    };
    filter("item.filter_to", "");
    filter("item.filter_out", "-");
}

} // namespace dumpscope::gui
