// SPDX-License-Identifier: GPL-3.0-or-later
#include "chrome/command_palette.h"

#include "common/cell_roles.h"
#include "common/core_sentences.h"
#include "common/fuzzy_match.h"
#include "common/icons.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "common/widget_changes.h"
#include "comparison/sides_strip.h"
#include "kit/cell_delegate.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include <algorithm>
#include <tuple>

namespace dumpscope::gui {

namespace {

constexpr std::size_t kMostHits = 60;
constexpr int kShownRows = 12;
/// Rows between two looks at the stop token; a row takes about a microsecond.
constexpr std::size_t kSearchedChunk = 4096;

enum HitRole { ActionIdRole = Qt::UserRole + 100, RootRole, TensorRole, ScoreRole };

} // namespace

/// A tensor that matches.
struct CommandPalette::Hit {
    int score = 0;
    QPointer<OpenedRoot> root;
    core::TensorId id;
    bool isGolden = false; ///< listed behind the target's of the same score
};

CommandPalette::CommandPalette(const Workbench& workbench, QWidget* window)
    : QFrame(window)
    , m_workbench(workbench)
    , m_field(new QLineEdit(this))
    , m_list(new QListView(this))
    , m_empty(new QLabel(this))
    , m_model(new QStandardItemModel(this))
{
    setAutoFillBackground(true);
    setFrameShape(QFrame::StyledPanel);
    m_field->addAction(icon("search"), QLineEdit::LeadingPosition);
    m_list->setModel(m_model);
    m_list->setItemDelegate(new CellDelegate(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_model->setSortRole(ScoreRole);
    m_empty->setMargin(kLarge);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(scaledMargins(kMedium, kMedium, kMedium, kMedium));
    layout->setSpacing(scaled(kSmall));
    layout->addWidget(m_field);
    layout->addWidget(m_list);
    layout->addWidget(m_empty);
    connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::search);
    connect(m_list, &QListView::clicked, this, &CommandPalette::activate);
    m_field->installEventFilter(this);
    window->installEventFilter(this);
    hide();
    keepTranslated(this, &CommandPalette::retranslate);
}

void CommandPalette::retranslate()
{
    m_field->setPlaceholderText(
        m_scope == Scope::Tensors ? tr("Go to tensor or operator") : tr("Go to tensor, operator or action"));
    m_field->setAccessibleName(m_field->placeholderText());
    m_list->setAccessibleName(tr("Found"));
    m_empty->setText(tr("Nothing matches."));
}

void CommandPalette::open(Scope scope)
{
    m_scope = scope;
    m_focusBefore = QApplication::focusWidget();
    retranslate();
    m_field->clear();
    search();
    place();
    show();
    raise();
    m_field->setFocus(Qt::PopupFocusReason);
}

void CommandPalette::place()
{
    const QWidget* const window = parentWidget();
    const int width = std::min(scaled(640), window->width() - 2 * kHuge);
    m_list->setFixedHeight(rowHeight() * std::min(kShownRows, std::max(1, m_model->rowCount())) + kTiny);
    m_list->setVisible(m_model->rowCount() > 0);
    m_empty->setVisible(m_model->rowCount() == 0 && isSettled());
    layout()->activate();
    setGeometry((window->width() - width) / 2, scaled(64), width, sizeHint().height());
}

void CommandPalette::search()
{
    m_model->clear();
    const QString pattern = m_field->text();
    if (m_scope == Scope::Everything) {
        const QByteArray wanted = pattern.toUtf8();
        for (const ActionInfo& info : actionTable()) {
            const QAction* const action = m_workbench.actions.action(info.id);
            const QString title = m_workbench.actions.title(info.id);
            const auto byTitle = fuzzyScore(wanted.constData(), title.toUtf8().constData());
            const auto byId = fuzzyScore(wanted.constData(), info.id);
            if (!action->isEnabled() || (!byTitle && !byId))
                continue;
            auto* const item = new QStandardItem(title);
            item->setData(QByteArray(info.id), ActionIdRole);
            item->setData(QByteArray(*info.icon == '\0' ? "play" : info.icon), IconNameRole);
            item->setData(action->shortcut().toString(QKeySequence::NativeText), SecondaryTextRole);
            item->setData(std::max(byTitle.value_or(0), byId.value_or(0) / 2), ScoreRole);
            m_model->appendRow(item);
        }
        if (!pattern.isEmpty())
            m_model->sort(0, Qt::DescendingOrder);
    }
    searchTensors(pattern);
    m_list->setCurrentIndex(m_model->index(0, 0));
    if (isVisible())
        place();
}

void CommandPalette::searchTensors(const QString& pattern)
{
    m_search.cancel();
    struct Searched {
        QPointer<OpenedRoot> root;
        std::shared_ptr<const core::DumpIndex> index;
        bool isGolden = false;
    };
    std::vector<Searched> roots; // golden last
    for (OpenedRoot* root : m_workbench.session.roots()) {
        if (root->index())
            roots.push_back({root, root->index(), root->side() == OpenedRoot::Side::Golden});
    }
    if (roots.empty() || pattern.trimmed().isEmpty())
        return;
    std::stable_partition(roots.begin(), roots.end(), [](const Searched& one) { return !one.isGolden; });
    Task* const task = m_search.start<std::vector<Hit>>(
        m_workbench.tasks, Lane::Interactive, tr("Searching names"), this,
        [roots, wanted = pattern.toStdString()](
            core::TaskContext& context, const TaskRunner::Post&) -> core::Result<std::vector<Hit>> {
            std::vector<Hit> hits;
            const auto isBetter = [](const Hit& a, const Hit& b) { return a.score > b.score; };
            for (const Searched& searched : roots) {
                const core::DumpIndex& index = *searched.index;
                for (std::size_t row = 0; row < index.tensorCount(); ++row) {
                    if (row % kSearchedChunk == 0 && context.stopped())
                        return core::fail(core::Code::Cancelled, core::phrase("cancelled"));
                    const core::TensorId id(static_cast<std::uint32_t>(row));
                    const auto score = fuzzyScore(wanted, index.text(index.tensor(id).opName));
                    if (!score || (hits.size() >= kMostHits && *score <= hits.front().score))
                        continue;
                    hits.push_back({*score, searched.root, id, searched.isGolden});
                    std::push_heap(hits.begin(), hits.end(), isBetter);
                    if (hits.size() > kMostHits) {
                        std::pop_heap(hits.begin(), hits.end(), isBetter);
                        hits.pop_back();
                    }
                }
            }
            std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) {
                return std::tuple(-a.score, a.isGolden, a.id) < std::tuple(-b.score, b.isGolden, b.id);
            });
            return hits;
        },
        [this](core::Result<std::vector<Hit>> hits) {
            if (hits)
                addHits(*hits);
        });
    // The frame is placed again when nothing was found, too.
    connect(task, &Task::finished, this, [this] {
        if (isVisible())
            place();
    });
}

void CommandPalette::addHits(const std::vector<Hit>& hits)
{
    for (const Hit& hit : hits) {
        const TensorRef tensor {hit.root, hit.id};
        if (!tensor.isValid())
            continue;
        const core::TensorRow& row = tensor.row();
        auto* const item = new QStandardItem(tensor.opName());
        item->setData(true, PathRole);
        item->setData(QByteArray("tensor"), IconNameRole);
        const core::FolderFacts& facts = hit.root->index()->factsOf(hit.id);
        QStringList words {ioText(row.io, row.slot), shownName(facts.run),
            placeText(*hit.root->index(), facts.rank, facts.step), hit.root->title()};
        words.removeAll(QString());
        item->setData(words.join(QStringLiteral(" · ")), SecondaryTextRole);
        item->setData(tensor.tensorId(), Qt::ToolTipRole);
        item->setData(QVariant::fromValue(hit.root), RootRole);
        item->setData(hit.id.value(), TensorRole);
        m_model->appendRow(item);
    }
    if (!m_list->currentIndex().isValid())
        m_list->setCurrentIndex(m_model->index(0, 0));
    place();
}

void CommandPalette::activate()
{
    const QModelIndex index = m_list->currentIndex();
    if (!index.isValid())
        return;
    const QByteArray action = index.data(ActionIdRole).toByteArray();
    const TensorRef tensor {
        index.data(RootRole).value<QPointer<OpenedRoot>>(), core::TensorId(index.data(TensorRole).toUInt())};
    hide();
    // An action works where the user was before.
    if (m_focusBefore)
        m_focusBefore->setFocus(Qt::PopupFocusReason);
    if (!action.isEmpty())
        m_workbench.actions.trigger(action);
    else if (tensor.isValid())
        m_workbench.selection.open(tensor);
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible())
        place();
    if (watched != m_field)
        return false;
    if (event->type() == QEvent::FocusOut
        && static_cast<QFocusEvent*>(event)->reason() != Qt::ActiveWindowFocusReason) {
        hide();
        return false;
    }
    if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride)
        return false;
    const auto* const key = static_cast<QKeyEvent*>(event);
    const int page = kShownRows - 1;
    const QHash<int, int> steps {
        {Qt::Key_Up, -1}, {Qt::Key_Down, 1}, {Qt::Key_PageUp, -page}, {Qt::Key_PageDown, page}};
    const bool isOurs = steps.contains(key->key()) || key->key() == Qt::Key_Escape
        || key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
    if (!isOurs)
        return false;
    event->accept();
    if (event->type() == QEvent::ShortcutOverride)
        return true;
    if (key->key() == Qt::Key_Escape) {
        hide();
        if (m_focusBefore)
            m_focusBefore->setFocus(Qt::PopupFocusReason);
    } else if (steps.contains(key->key())) {
        const int row = std::clamp(
            m_list->currentIndex().row() + steps[key->key()], 0, std::max(0, m_model->rowCount() - 1));
        m_list->setCurrentIndex(m_model->index(row, 0));
    } else {
        activate();
    }
    return true;
}

QStringList CommandPalette::shown() const
{
    QStringList ids;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QModelIndex index = m_model->index(row, 0);
        const QByteArray action = index.data(ActionIdRole).toByteArray();
        ids.append(action.isEmpty() ? index.data(Qt::ToolTipRole).toString() : QString::fromLatin1(action));
    }
    return ids;
}

bool CommandPalette::isSettled() const
{
    return !m_search.task() || m_search.task()->isOver();
}

} // namespace dumpscope::gui
