// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/cell_roles.h"
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/plain_text.h"
#include "documents/annotations.h"
#include "kit/cell_delegate.h"
#include "kit/message_page.h"
#include "kit/panel.h"

#include <QAbstractListModel>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QListView>
#include <QPlainTextEdit>
#include <QStackedLayout>

namespace dumpscope::gui {

namespace {

/// Bookmarks and notes, one per row.
class AnnotationModel : public QAbstractListModel {
public:
    AnnotationModel(Annotations& annotations, Session& session, QObject* parent)
        : QAbstractListModel(parent)
        , m_annotations(annotations)
        , m_session(session)
        , m_items(annotations.items())
    {
        connect(&annotations, &Annotations::changed, this, [this] {
            beginResetModel();
            m_items = m_annotations.items();
            endResetModel();
        });
        connect(&session, &Session::rootChanged, this, [this] {
            if (!m_items.isEmpty())
                emit dataChanged(index(0), index(static_cast<int>(m_items.size()) - 1));
        });
    }
    [[nodiscard]] const Annotations::Item& item(const QModelIndex& index) const
    {
        return m_items[index.row()];
    }
    int rowCount(const QModelIndex& parent) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_items.size());
    }
    QVariant data(const QModelIndex& index, int role) const override
    {
        if (!checkIndex(index, CheckIndexOption::IndexIsValid))
            return {};
        const Annotations::Item& item = m_items[index.row()];
        switch (role) {
        case Qt::DisplayRole:
            return item.note.isEmpty() ? nameOf(item) : item.note;
        case Qt::ToolTipRole:
            return item.note.isEmpty() ? item.tensor : item.note + QLatin1Char('\n') + item.tensor;
        case SecondaryTextRole:
            return item.note.isEmpty() ? QString() : nameOf(item).section(QLatin1Char('/'), -1);
        case PathRole:
            return item.note.isEmpty();
        case IconNameRole:
            return QByteArray(item.isBookmark ? "bookmark" : "note");
        default:
            return {};
        }
    }

private:
    /// Operator and slot; the id of a tensor whose dump is not open.
    [[nodiscard]] QString nameOf(const Annotations::Item& item) const
    {
        for (OpenedRoot* root : m_session.roots()) {
            if (root->path() != item.root || !root->index())
                continue;
            const auto id = root->index()->findTensor(item.tensor.toStdString());
            if (!id || root->index()->tensor(*id).opName.value() == 0)
                continue;
            const core::TensorRow& row = root->index()->tensor(*id);
            return QString(
                shownName(TensorRef {root, *id}.opName()) + QLatin1Char(' ') + ioText(row.io, row.slot))
                .trimmed();
        }
        return item.tensor;
    }

    Annotations& m_annotations;
    const Session& m_session;
    QList<Annotations::Item> m_items;
};

/// As wide as the list: names are elided, not scrolled.
class ListDelegate : public CellDelegate {
public:
    using CellDelegate::CellDelegate;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        return {0, CellDelegate::sizeHint(option, index).height()};
    }
};

/// Where a note is written: Shift+Return starts a line. What was typed is kept however it is left: by Return,
/// Escape or a click elsewhere.
class NoteEditor : public QPlainTextEdit {
public:
    NoteEditor(QWidget* parent, const QString& text, std::function<void(const QString&)> keep)
        : QPlainTextEdit(text, parent)
        , m_keep(std::move(keep))
        , m_before(text)
    {
        setWindowFlag(Qt::Popup);
        setAttribute(Qt::WA_DeleteOnClose);
        setTabChangesFocus(true);
        selectAll();
    }

protected:
    void keyPressEvent(QKeyEvent* event) override
    {
        const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
        if ((isReturn && !(event->modifiers() & Qt::ShiftModifier)) || event->key() == Qt::Key_Escape)
            close();
        else
            QPlainTextEdit::keyPressEvent(event);
    }
    void closeEvent(QCloseEvent* event) override
    {
        if (const QString text = toPlainText().trimmed(); text != m_before)
            m_keep(text);
        QPlainTextEdit::closeEvent(event);
    }

private:
    std::function<void(const QString&)> m_keep;
    QString m_before;
};

class BookmarksPanel : public Panel {
    Q_DECLARE_TR_FUNCTIONS(dumpscope::gui::BookmarksPanel)

public:
    explicit BookmarksPanel(Workbench& workbench)
        : m_workbench(workbench)
        , m_model(new AnnotationModel(workbench.annotations, workbench.session, this))
        , m_list(new QListView(this))
        , m_message(new MessagePage(this))
        , m_pages(new QStackedLayout(this))
    {
        m_list->setModel(m_model);
        m_list->setItemDelegate(new ListDelegate(m_list));
        m_list->setUniformItemSizes(true);
        m_list->setFrameShape(QFrame::NoFrame);
        m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
        m_pages->addWidget(m_message);
        m_pages->addWidget(m_list);
        setFocusProxy(m_list);
        connect(m_list, &QListView::activated, this,
            [this](const QModelIndex& index) { open(m_model->item(index)); });
        connect(&workbench.annotations, &Annotations::changed, this, [this] { update(); });
        const auto hasTensor = [this] { return m_workbench.selection.tensor().isValid(); };
        workbench.actions.handle(
            "edit.bookmark", this,
            [this] { m_workbench.annotations.toggleBookmark(m_workbench.selection.tensor()); }, hasTensor);
        workbench.actions.handle(
            "edit.note", this, [this] { editNote(); }, hasTensor);
        update();
    }

    QString title() const override { return tr("Bookmarks"); }
    int badge() const override { return m_model->rowCount({}); }

protected:
    void changeEvent(QEvent* event) override
    {
        if (event->type() == QEvent::LanguageChange)
            update();
        Panel::changeEvent(event);
    }

private:
    void update()
    {
        m_list->setAccessibleName(title());
        m_message->show(tr("No bookmark and no note yet. Ctrl+B keeps the selected tensor here."), {});
        m_pages->setCurrentIndex(m_model->rowCount({}) == 0 ? 0 : 1);
        emit titleChanged();
    }

    void editNote()
    {
        QWidget* const place = window();
        const TensorRef tensor = m_workbench.selection.tensor();
        auto* const editor = new NoteEditor(place, m_workbench.annotations.note(tensor),
            [this, tensor](const QString& text) { m_workbench.annotations.setNote(tensor, text); });
        editor->setAccessibleName(tr("Note on %1").arg(tensor.tensorId()));
        editor->setPlaceholderText(tr("Note on %1").arg(shownName(tensor.opName())));
        const QFontMetrics metrics = editor->fontMetrics();
        editor->resize(metrics.averageCharWidth() * 60, metrics.height() * 6);
        editor->move(place->mapToGlobal(place->rect().center()) - editor->rect().center());
        editor->show();
        editor->setFocus();
    }

    void open(const Annotations::Item& item)
    {
        for (OpenedRoot* root : m_workbench.session.roots()) {
            if (root->path() != item.root || !root->index())
                continue;
            if (const auto id = root->index()->findTensor(item.tensor.toStdString()))
                return m_workbench.selection.open({root, *id});
        }
        m_workbench.session.open(item.root);
    }

    Workbench& m_workbench;
    AnnotationModel* m_model;
    QListView* m_list;
    MessagePage* m_message;
    QStackedLayout* m_pages;
};

} // namespace

void register_bookmarks_panel(PanelRegistry& registry)
{
    registry.add({"bookmarks", "bookmark",
        [](Workbench& workbench) -> Panel* { return new BookmarksPanel(workbench); }});
}

} // namespace dumpscope::gui
