// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/icons.h"
#include "common/name_elision.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "documents/pins.h"
#include "kit/dump_title.h"
#include "kit/message_page.h"
#include "kit/panel.h"
#include "kit/tensor_menu.h"
#include "model/tensor_place.h"
#include "tensor/export_dialog.h"
#include "tensor/side_column.h"
#include "tensor/slice_bar.h"
#include "tensor/tensor_copy.h"
#include "tensor/tensor_tabs.h"

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QProgressBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QTimer>

#include <algorithm>

namespace dumpscope::gui {

namespace {

/// What of a tab takes the arrow keys; null: nothing.
QWidget* keyTargetOf(const TensorTab& tab)
{
    if (tab.focusProxy())
        return tab.focusProxy();
    const auto isControl = [](const QWidget* widget) {
        return qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QLineEdit*>(widget)
            || qobject_cast<const QComboBox*>(widget) || qobject_cast<const QAbstractSpinBox*>(widget)
            || qobject_cast<const QAbstractSlider*>(widget);
    };
    for (QWidget* const widget : tab.findChildren<QWidget*>()) {
        if ((widget->focusPolicy() & Qt::TabFocus) != 0 && !widget->isHidden() && !isControl(widget))
            return widget;
    }
    return nullptr;
}

} // namespace

/// A panel shows what is selected, or the tensor that was pinned at its place.
using PinPlace = std::optional<std::size_t>;

class TensorViewPanel : public Panel {
    Q_OBJECT
public:
    TensorViewPanel(Workbench& workbench, PinPlace place);
    /// What is shown asks the document until it is gone, so it goes first.
    ~TensorViewPanel() override { qDeleteAll(findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)); }

    /// Of which dump, where several are open: their tensors have the same names.
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QList<QAction*> titleActions() const override
    {
        return m_place ? QList<QAction*> {} : QList<QAction*> {m_pin};
    }
    [[nodiscard]] QJsonObject saveView() const override;
    void restoreView(const QJsonObject& saved) override;
    [[nodiscard]] QString commandLine() const override { return showCommand(m_document); }
    bool showTab(const QString& title) override;
    [[nodiscard]] QStringList tabNames() const override { return m_tabs->names(); }
    /// Where an index is typed, while that is there.
    [[nodiscard]] QWidget* filterField() const override
    {
        return m_slices->isVisible() ? m_slices->field() : nullptr;
    }
    [[nodiscard]] bool isSettled() const override;

protected:
    /// Of a low window, or one with large text, no more than two fifths: what it stands below needs room,
    /// too.
    QSize minimumSizeHint() const override
    {
        constexpr int kWidth = 480, kHeight = 320;
        return {scaled(kWidth), std::min(scaled(kHeight), window()->height() * 2 / 5)};
    }
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build();
    void wire();
    void registerActions();
    void wireSelection();
    void wirePin();
    void followSelection();
    void refreshStage();
    void showRemark();
    void refreshSide();
    void renewParts();
    void retitle();
    void say(const QString& sentence);
    void perform(const QByteArray& action);
    void copy(CopyStyle style, bool withNames);
    void openExport();

    Workbench& m_workbench;
    const PinPlace m_place;
    TensorDocument m_document;
    TensorTabs* m_tabs;
    QLabel* m_name;
    QProgressBar* m_busy;
    QTimer m_busyDelay, m_saying;
    QLabel* m_banner;
    SliceBar* m_slices;
    QStackedWidget* m_pages;
    MessagePage* m_message;
    QSplitter* m_split;
    SideColumn* m_side;
    QAction* m_pin;
    LatestOnly m_copying;
    std::pair<QPointer<OpenedRoot>, QString> m_lost; ///< pinned tensor of a root that is read again
};

TensorViewPanel::TensorViewPanel(Workbench& workbench, PinPlace place)
    : m_workbench(workbench)
    , m_place(place)
    , m_document(workbench, !place)
    , m_tabs(new TensorTabs(m_document, this))
{
    setProperty("help", QStringLiteral("tensor-view"));
    build();
    wire();
    registerActions();
    if (!m_place)
        followSelection();
    refreshStage();
}

QString TensorViewPanel::title() const
{
    const QString name = !m_place ? tr("Tensor view")
        : *m_place == 0           ? tr("Pinned tensor")
                                  : tr("Pinned tensor %1").arg(*m_place + 1);
    const OpenedRoot* const root = m_document.tensor().root;
    if (!root || m_workbench.session.roots().size() < 2)
        return name;
    return tr("%1: %2").arg(name, dumpTitle(*root, fontMetrics()));
}

void TensorViewPanel::build()
{
    m_name = new QLabel(this);
    m_name->setForegroundRole(QPalette::PlaceholderText);
    m_name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_name->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_name->installEventFilter(this); // another tab takes room from it, too
    m_busy = new QProgressBar(this);
    m_busy->setRange(0, 0);
    m_busy->setFixedHeight(scaled(2));
    m_busy->setTextVisible(false);
    m_busy->setVisible(false);
    m_banner = new QLabel(this);
    m_banner->setContentsMargins(scaledMargins(8, 4, 8, 4));
    m_banner->setWordWrap(true);
    m_banner->setVisible(false);
    m_slices = new SliceBar(m_document, this);
    m_message = new MessagePage(this);
    m_side = new SideColumn(m_document, this);
    m_split = new QSplitter(this);
    m_split->addWidget(m_tabs->pages());
    m_split->addWidget(m_side);
    m_split->setStretchFactor(0, 1);
    m_split->setCollapsible(0, false);
    m_split->setSizes({1000, 380});
    m_pages = new QStackedWidget(this);
    m_pages->addWidget(m_message);
    m_pages->addWidget(m_split);
    m_pin = new QAction(icon("pin"), tr("Keep this tensor in a view of its own"), this);
    connect(m_pin, &QAction::triggered, this,
        [this] { m_workbench.selection.pin(m_document.tensor(), saveView()); });

    auto* const top = new QHBoxLayout;
    top->setContentsMargins(scaledMargins(0, 0, 8, 0));
    top->addWidget(m_tabs->bar());
    top->addWidget(m_name, 1);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(m_busy);
    column->addWidget(m_banner);
    column->addWidget(m_slices);
    column->addWidget(m_pages, 1);
}

void TensorViewPanel::wireSelection()
{
    connect(&m_workbench.selection, &Selection::tensorChanged, this, &TensorViewPanel::followSelection);
    connect(&m_workbench.selection, &Selection::opened, this, [this] {
        followSelection();
        if (TensorTab* const tab = m_tabs->current())
            tab->setFocus(Qt::OtherFocusReason);
    });
    connect(&m_workbench.selection, &Selection::elementChanged, this, [this] {
        const auto& element = m_workbench.selection.element();
        if (!element.empty() && m_document.isReady() && m_document.order() == core::Order::Logical
            && m_workbench.selection.tensor() == m_document.tensor())
            m_document.setProbe(element);
    });
}

/// Whatever is selected, the pinned tensor stays until another is pinned or its root is closed.
void TensorViewPanel::wirePin()
{
    Pins& pins = Pins::of(m_workbench.selection);
    connect(&pins, &Pins::pinned, this,
        [this](std::size_t place, const TensorRef& tensor, const QJsonObject& view) {
            if (place != *m_place)
                return;
            m_document.show({});
            restoreView(view);
            m_document.show(tensor);
        });
    connect(&pins, &Pins::unpinned, this, [this](std::size_t place) {
        if (place == *m_place)
            m_document.show({});
    });
    const auto forget = [this](const OpenedRoot* root) {
        if (m_document.tensor().root == root)
            m_document.show({});
    };
    connect(&m_workbench.session, &Session::rootAboutToBeRemoved, this, forget);
    // Read again, it is found by its name.
    connect(&m_workbench.session, &Session::rootChanged, this, [this, forget](OpenedRoot* root) {
        if (root->state() == OpenedRoot::State::Loading) {
            if (m_document.tensor().root == root)
                m_lost = {root, m_document.tensor().tensorId()};
            forget(root);
        } else if (root->state() == OpenedRoot::State::Ready && m_lost.first == root) {
            if (const auto id = root->index()->findTensor(std::exchange(m_lost, {}).second.toStdString()))
                m_document.show({root, *id});
        }
    });
}

void TensorViewPanel::wire()
{
    m_place ? wirePin() : wireSelection();
    connect(&m_document, &TensorDocument::stageChanged, this, &TensorViewPanel::refreshStage);
    connect(&m_workbench.session, &Session::rootAdded, this, &Panel::titleChanged);
    connect(&m_workbench.session, &Session::rootRemoved, this, &Panel::titleChanged);
    connect(&m_document, &TensorDocument::planeChanged, this, [this] {
        emit commandLineChanged();
        m_workbench.actions.refresh();
    });
    connect(&m_document, &TensorDocument::noticed, this, &TensorViewPanel::say);
    m_busyDelay.setSingleShot(true);
    m_busyDelay.setInterval(300);
    connect(&m_busyDelay, &QTimer::timeout, this, [this] { m_busy->setVisible(m_document.isBusy()); });
    connect(&m_document, &TensorDocument::busyChanged, this, [this] {
        if (m_document.isBusy())
            m_busyDelay.start();
        else
            m_busy->setVisible(false);
    });
    m_saying.setSingleShot(true);
    m_saying.setInterval(6000);
    connect(&m_saying, &QTimer::timeout, this, &TensorViewPanel::showRemark);
    connect(m_tabs, &TensorTabs::copyWanted, this, [this] { copy(CopyStyle::Tsv, false); });
    connect(m_tabs, &TensorTabs::exportWanted, this, &TensorViewPanel::openExport);
    connect(m_tabs, &TensorTabs::opened, this, [this](const QByteArray& id) {
        refreshSide();
        m_side->setTab(id);
        setFocusProxy(m_tabs->current() ? keyTargetOf(*m_tabs->current()) : nullptr);
        m_workbench.actions.refresh();
    });
}

void TensorViewPanel::registerActions()
{
    // Without the focus the view of the selection is meant.
    const auto isMeant = [this] { return !m_place || isAncestorOf(QApplication::focusWidget()); };
    const auto isReady = [this, isMeant] { return m_document.isReady() && isMeant(); };
    const auto on = [&](const char* id, std::function<void()> run) {
        m_workbench.actions.handle(id, this, std::move(run), isReady);
    };
    on("go.index", [this] { m_slices->editText(); });
    on("go.next_nonfinite", [this] { m_document.findNonFinite(true); });
    on("go.previous_nonfinite", [this] { m_document.findNonFinite(false); });
    on("plane.next_extreme", [this] { m_document.findExtreme(true); });
    on("plane.previous_extreme", [this] { m_document.findExtreme(false); });
    on("plane.next_slice", [this] { m_document.stepSlice(1); });
    on("plane.previous_slice", [this] { m_document.stepSlice(-1); });
    on("plane.next_axis", [this] { m_document.stepAxis(1); });
    on("plane.previous_axis", [this] { m_document.stepAxis(-1); });
    on("plane.next_step", [this] { m_document.stepSibling(1); });
    on("plane.previous_step", [this] { m_document.stepSibling(-1); });
    on("plane.transpose", [this] { m_document.transpose(); });
    m_workbench.actions.handle(
        "plane.layout_storage", this,
        [this] {
            const bool isLogical = m_document.order() == core::Order::Logical;
            m_document.setOrder(isLogical ? core::Order::Storage : core::Order::Logical);
        },
        [this, isMeant] { return m_document.canReorder() && isMeant(); });
    for (const char* id :
        {"plane.zoom_in", "plane.zoom_out", "plane.fit", "plane.fill", "plane.one_to_one", "plane.range_auto",
            "plane.range_symmetric", "plane.log_scale", "plane.number_format", "edit.select_all"})
        on(id, [this, id] { perform(id); });
    on("file.export", [this] { openExport(); });
    on("edit.copy", [this] { copy(CopyStyle::Tsv, false); });
    on("edit.copy_csv", [this] { copy(CopyStyle::Csv, true); });
    on("edit.copy_names", [this] { copy(CopyStyle::Tsv, true); });
    on("edit.copy_numpy", [this] { copy(CopyStyle::NumPy, false); });
}

void TensorViewPanel::perform(const QByteArray& action)
{
    if (TensorTab* const tab = m_tabs->current())
        tab->perform(action);
}

void TensorViewPanel::copy(CopyStyle style, bool withNames)
{
    TensorTab* const tab = m_tabs->current();
    if (const auto drawing = tab ? tab->drawing() : std::nullopt)
        copyDrawing(m_document, *drawing, style, m_copying);
    else
        copyMarked(m_document, tab ? tab->marked() : std::nullopt, style, withNames, m_copying);
}

void TensorViewPanel::openExport()
{
    TensorTab* const tab = m_tabs->current();
    (new ExportDialog(m_document, tab ? tab->drawing() : std::nullopt, this))->show();
}

void TensorViewPanel::followSelection()
{
    m_document.show(m_workbench.selection.tensor());
}

void TensorViewPanel::refreshStage()
{
    using Stage = TensorDocument::Stage;
    const Stage stage = m_document.stage();
    m_saying.stop();
    showRemark();
    retitle();
    m_tabs->refresh();
    m_pin->setEnabled(m_document.tensor().isValid());
    if (stage != Stage::Loading)
        m_slices->setVisible(m_document.isReady());
    if (stage == Stage::Empty)
        m_message->show(m_place ? tr("Pin a tensor in the tensor view to keep it here.")
                                : tr("Select a tensor to see its values."),
            {});
    // While another tensor is opened the one before stays in sight.
    if (stage != Stage::Loading)
        m_pages->setCurrentWidget(stage == Stage::Empty ? static_cast<QWidget*>(m_message) : m_split);
    m_tabs->bar()->setVisible(stage != Stage::Empty);
    emit commandLineChanged();
    emit titleChanged();
    m_workbench.actions.refresh();
}

/// What is wrong with the tensor, or why there are no values.
void TensorViewPanel::showRemark()
{
    m_banner->setText(m_document.message());
    m_banner->setVisible(!m_document.message().isEmpty());
}

/// "tensor statistics" for a tab whose name a dock has, too.
bool TensorViewPanel::showTab(const QString& name)
{
    const QString title = name.startsWith(u"tensor ") ? name.mid(7) : name;
    if (m_place && m_document.stage() == TensorDocument::Stage::Empty)
        return false;
    return m_tabs->show(title.toLatin1());
}

void TensorViewPanel::retitle()
{
    const TensorRef& tensor = m_document.tensor();
    if (!tensor.isValid()) {
        m_name->clear();
        m_name->setToolTip({});
        return;
    }
    const QString tail = coreWords(core::tensorPlace(*tensor.root->index(), tensor.id));
    const int room = m_name->width() - m_name->fontMetrics().horizontalAdvance(tail) - 16;
    m_name->setText(
        elidedName(tensor.opName(), m_name->fontMetrics(), std::max(40, room)) + QStringLiteral("  ") + tail);
    m_name->setToolTip(shownName(tensor.opName()) + u'\n' + shownName(tensor.tensorId()));
}

void TensorViewPanel::say(const QString& sentence)
{
    m_banner->setText(sentence);
    m_banner->setVisible(!sentence.isEmpty());
    m_saying.start();
}

bool TensorViewPanel::isSettled() const
{
    if (m_document.stage() == TensorDocument::Stage::Loading || m_document.isBusy())
        return false;
    const TensorTab* const tab = m_tabs->current();
    return m_document.stage() == TensorDocument::Stage::Empty || !tab || tab->isSettled();
}

QJsonObject TensorViewPanel::saveView() const
{
    return {{QStringLiteral("shapes"), m_document.save()}, {QStringLiteral("tabs"), m_tabs->saveTabs()},
        {QStringLiteral("last"), m_tabs->saveLast()}};
}

void TensorViewPanel::restoreView(const QJsonObject& saved)
{
    m_document.restore(saved[QStringLiteral("shapes")].toObject());
    m_tabs->restore(saved[QStringLiteral("tabs")].toObject(), saved[QStringLiteral("last")].toObject());
}

void TensorViewPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        m_pin->setText(tr("Keep this tensor in a view of its own"));
        renewParts();
        refreshStage();
        emit titleChanged();
    }
    Panel::changeEvent(event);
}

// What they show is in the document.
void TensorViewPanel::renewParts()
{
    m_tabs->renew();
    auto* const slices = new SliceBar(m_document, this);
    delete layout()->replaceWidget(m_slices, slices);
    delete std::exchange(m_slices, slices);
    delete std::exchange(m_side, new SideColumn(m_document, this));
    m_split->addWidget(m_side);
}

void TensorViewPanel::resizeEvent(QResizeEvent* event)
{
    Panel::resizeEvent(event);
    retitle();
    refreshSide();
}

/// Of whatever inside has no menu of its own: that of the tensor.
void TensorViewPanel::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    fillTensorMenu(menu, m_workbench, m_document.tensor());
    if (!menu.isEmpty())
        menu.exec(event->globalPos());
}

bool TensorViewPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_name && event->type() == QEvent::Resize)
        retitle();
    return Panel::eventFilter(watched, event);
}

void TensorViewPanel::refreshSide()
{
    constexpr int kRoom = 720;
    const TensorTab* const tab = m_tabs->current();
    m_side->setVisible(m_document.isReady() && tab && tab->wantsSideColumn() && width() >= scaled(kRoom));
}

void register_tensor_view_panel(PanelRegistry& registry)
{
    registry.add({"tensor-view", "tensor",
        [](Workbench& workbench) -> Panel* { return new TensorViewPanel(workbench, std::nullopt); }});
    for (std::size_t place = 0; place < Pins::kPlaces; ++place)
        registry.add({kPinPanels[place], "pin",
            [place](Workbench& workbench) -> Panel* { return new TensorViewPanel(workbench, place); }});
}

} // namespace dumpscope::gui

#include "tensor_view_panel.moc"
