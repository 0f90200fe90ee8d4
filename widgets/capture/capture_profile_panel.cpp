// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/capture_session.h"
#include "capture/device_card.h"
#include "capture/dump_form.h"
#include "capture/input_model.h"
#include "capture/launch_form.h"
#include "capture/step_header.h"
#include "common/app_style.h"
#include "common/core_text.h"
#include "common/fonts.h"
#include "common/icons.h"
#include "common/metrics.h"
#include "common/numbers.h"
#include "documents/problem_list.h"
#include "views/panel.h"
#include "views/simple_table.h"

#include <QApplication>
#include <QButtonGroup>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace dumpscope::gui {

namespace {
constexpr int kLeastWidth = 340;
}

/// What is captured: four numbered steps, what is expected, and the buttons (window design 3.4, 4).
class CaptureProfilePanel : public Panel {
    Q_OBJECT
public:
    explicit CaptureProfilePanel(Workbench& workbench);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString commandLine() const override { return m_capture.commandLine(); }
    [[nodiscard]] bool isSettled() const override { return m_setup.isSettled() && m_launch.isSettled(); }
    [[nodiscard]] QJsonObject saveView() const override;
    void restoreView(const QJsonObject& view) override;

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void build();
    [[nodiscard]] QScrollArea* addPage();
    [[nodiscard]] QWidget* buildModel();
    [[nodiscard]] QWidget* buildInputs();
    [[nodiscard]] QWidget* buildButtons();
    void wire();
    void retranslate();
    void showDevices();
    void showModel();
    void showInputs();
    void showReadiness();
    void fill(const QString& text);
    void chooseModel();
    void chooseInput();
    void chooseProfile();
    void saveProfile();
    void tell(const core::Result<void>& result);
    [[nodiscard]] QString estimateText() const;
    [[nodiscard]] QString launchText() const;

    Workbench& m_workbench;
    CaptureSession& m_capture;
    CaptureSetup& m_setup;
    LaunchSetup& m_launch;
    QTabBar* m_ways;
    QStackedWidget* m_pages;
    InputModel* m_inputModel;
    StepHeader *m_deviceHead, *m_modelHead, *m_inputHead, *m_dumpHead;
    QVBoxLayout* m_cards;
    QButtonGroup* m_cardGroup;
    QLineEdit* m_modelPath;
    QToolButton *m_browseModel, *m_fillMenu;
    QLabel *m_modelFacts, *m_batchLabel, *m_seedLabel;
    SimpleTable* m_inputs;
    QSpinBox *m_batch, *m_seed;
    StateSentence* m_estimate;
    QToolButton *m_profileMenu, *m_command;
    QPushButton *m_start, *m_stop;
    QMenu *m_fills, *m_profiles;
};

CaptureProfilePanel::CaptureProfilePanel(Workbench& workbench)
    : m_workbench(workbench)
    , m_capture(*CaptureSession::of(workbench.session))
    , m_setup(m_capture.setup())
    , m_launch(m_capture.launchSetup())
    , m_ways(new QTabBar(this))
    , m_pages(new QStackedWidget(this))
    , m_inputModel(new InputModel(m_setup, this))
    , m_cardGroup(new QButtonGroup(this))
{
    build();
    wire();
    retranslate();
}

void CaptureProfilePanel::build()
{
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_ways->setDocumentMode(true);
    m_ways->setExpanding(false);
    m_ways->setDrawBase(false);
    m_ways->addTab(QString());
    m_ways->addTab(QString());
    column->addWidget(m_ways);
    QScrollArea* const area = addPage();
    auto* const page = new QWidget(area);
    page->setBackgroundRole(QPalette::Base);
    page->setAutoFillBackground(true);
    auto* const steps = new QVBoxLayout(page);
    steps->setContentsMargins(0, 0, 0, 0);
    steps->setSpacing(0);
    m_deviceHead = new StepHeader(1, page);
    m_modelHead = new StepHeader(2, page);
    m_inputHead = new StepHeader(3, page);
    m_dumpHead = new StepHeader(4, page);
    auto* const cards = new QWidget(page);
    m_cards = new QVBoxLayout(cards);
    m_cards->setContentsMargins(scaled(kLarge), scaled(kMedium), scaled(kLarge), scaled(kMedium));
    m_cards->setSpacing(scaled(kSmall));
    steps->addWidget(m_deviceHead);
    steps->addWidget(cards);
    steps->addWidget(m_modelHead);
    steps->addWidget(buildModel());
    steps->addWidget(m_inputHead);
    steps->addWidget(buildInputs());
    steps->addWidget(m_dumpHead);
    steps->addWidget(new DumpForm(m_workbench, m_setup, page));
    steps->addStretch(1);
    area->setWidget(page);
    QScrollArea* const launchArea = addPage();
    auto* const launchForm = new LaunchForm(m_workbench, m_launch, launchArea);
    launchForm->setBackgroundRole(QPalette::Base);
    launchForm->setAutoFillBackground(true);
    launchArea->setWidget(launchForm);
    column->addWidget(m_pages, 1);
    m_estimate = new StateSentence(this);
    column->addWidget(m_estimate);
    column->addWidget(buildButtons());
    setFocusProxy(m_modelPath);
    setMinimumWidth(scaled(kLeastWidth));
}

QScrollArea* CaptureProfilePanel::addPage()
{
    auto* const area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_pages->addWidget(area);
    return area;
}

QWidget* CaptureProfilePanel::buildModel()
{
    auto* const box = new QWidget(this);
    auto* const column = new QVBoxLayout(box);
    column->setContentsMargins(scaled(kLarge), scaled(kMedium), scaled(kLarge), scaled(kMedium));
    column->setSpacing(scaled(kSmall));
    auto* const row = new QHBoxLayout;
    m_modelPath = new QLineEdit(box);
    m_modelPath->setFont(monospaceFont());
    m_browseModel = new QToolButton(box);
    m_browseModel->setAutoRaise(true);
    m_browseModel->setIcon(icon("open"));
    row->addWidget(m_modelPath, 1);
    row->addWidget(m_browseModel);
    column->addLayout(row);
    m_modelFacts = new QLabel(box);
    m_modelFacts->setFont(secondaryFont());
    m_modelFacts->setWordWrap(true);
    m_modelFacts->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(m_modelFacts);
    return box;
}

QWidget* CaptureProfilePanel::buildInputs()
{
    auto* const box = new QWidget(this);
    auto* const column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, scaled(kMedium));
    column->setSpacing(scaled(kMedium));
    m_inputs = new SimpleTable(box);
    m_inputs->setRows(m_inputModel, InputModel::Fill);
    m_inputs->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed
        | QAbstractItemView::SelectedClicked);
    column->addWidget(m_inputs);
    auto* const row = new QHBoxLayout;
    row->setContentsMargins(scaled(kLarge), 0, scaled(kLarge), 0);
    m_batchLabel = new QLabel(box);
    m_batch = new QSpinBox(box);
    m_batch->setRange(0, 1'000'000);
    m_batchLabel->setBuddy(m_batch);
    m_seedLabel = new QLabel(box);
    m_seed = new QSpinBox(box);
    m_seed->setRange(0, std::numeric_limits<int>::max());
    m_seedLabel->setBuddy(m_seed);
    m_fillMenu = new QToolButton(box);
    m_fillMenu->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_fillMenu->setAutoRaise(true);
    m_fillMenu->setIcon(icon("tensor"));
    m_fillMenu->setPopupMode(QToolButton::InstantPopup);
    m_fills = new QMenu(m_fillMenu);
    m_fillMenu->setMenu(m_fills);
    for (QWidget* one : QList<QWidget*> {m_batchLabel, m_batch, m_seedLabel, m_seed})
        row->addWidget(one);
    row->addStretch(1);
    row->addWidget(m_fillMenu);
    column->addLayout(row);
    return box;
}

QWidget* CaptureProfilePanel::buildButtons()
{
    auto* const bar = new QWidget(this);
    auto* const row = new QHBoxLayout(bar);
    row->setContentsMargins(scaled(kLarge), scaled(kMedium), scaled(kLarge), scaled(kLarge));
    row->setSpacing(scaled(kMedium));
    m_profileMenu = new QToolButton(bar);
    m_profileMenu->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_profileMenu->setAutoRaise(true);
    m_profileMenu->setIcon(icon("save"));
    m_profileMenu->setPopupMode(QToolButton::InstantPopup);
    m_profiles = new QMenu(m_profileMenu);
    m_profileMenu->setMenu(m_profiles);
    m_command = new QToolButton(bar);
    m_command->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_command->setAutoRaise(true);
    m_command->setIcon(icon("terminal"));
    m_start = new QPushButton(bar);
    m_stop = new QPushButton(bar);
    row->addWidget(m_profileMenu);
    row->addWidget(m_command);
    row->addStretch(1);
    markAsPrimary(*m_start);
    markAsPrimary(*m_stop);
    row->addWidget(m_start);
    row->addWidget(m_stop);
    return bar;
}

void CaptureProfilePanel::wire()
{
    connect(&m_setup, &CaptureSetup::devicesChanged, this, &CaptureProfilePanel::showDevices);
    connect(&m_setup, &CaptureSetup::modelChanged, this, &CaptureProfilePanel::showModel);
    connect(&m_setup, &CaptureSetup::factsChanged, this, &CaptureProfilePanel::showReadiness);
    connect(&m_setup, &CaptureSetup::changed, this, [this] {
        showModel();
        showInputs();
        showReadiness();
        emit commandLineChanged();
    });
    connect(&m_setup, &CaptureSetup::fileChanged, this, &Panel::titleChanged);
    connect(&m_launch, &LaunchSetup::fileChanged, this, &Panel::titleChanged);
    connect(&m_launch, &LaunchSetup::changed, this, [this] {
        showReadiness();
        emit titleChanged();
        emit commandLineChanged();
    });
    connect(&m_launch, &LaunchSetup::factsChanged, this, &CaptureProfilePanel::showReadiness);
    connect(m_ways, &QTabBar::currentChanged, this,
        [this](int tab) { m_capture.setWay(static_cast<CaptureSession::Way>(tab)); });
    connect(&m_capture, &CaptureSession::wayChanged, this, [this] {
        m_ways->setCurrentIndex(static_cast<int>(m_capture.way()));
        m_pages->setCurrentIndex(m_ways->currentIndex());
        showReadiness();
        emit titleChanged();
        emit commandLineChanged();
    });
    connect(&m_capture.run(), &CaptureRun::stateChanged, this, &CaptureProfilePanel::showReadiness);
    connect(m_modelPath, &QLineEdit::textEdited, this, [this](const QString& path) {
        m_setup.edit([&](core::CaptureProfile& profile) { profile.model = path.toStdString(); });
    });
    connect(m_browseModel, &QToolButton::clicked, this, &CaptureProfilePanel::chooseModel);
    connect(m_batch, &QSpinBox::valueChanged, this, [this](int batch) { m_inputModel->setBatch(batch); });
    connect(m_seed, &QSpinBox::valueChanged, this,
        [this](int seed) { m_inputModel->setSeed(static_cast<quint64>(seed)); });
    connect(m_inputModel, &QAbstractItemModel::modelReset, this, &CaptureProfilePanel::showInputs);
    connect(m_command, &QToolButton::clicked, this, [this] { m_workbench.actions.trigger("tools.command"); });
    connect(m_start, &QPushButton::clicked, this, [this] { m_workbench.actions.trigger("capture.start"); });
    connect(m_stop, &QPushButton::clicked, this, [this] { m_workbench.actions.trigger("capture.stop"); });
    m_workbench.actions.handle(
        "capture.stop", this, [this] { m_capture.stop(); },
        [this] { return m_capture.run().state() == CaptureRun::State::Running; });
    m_workbench.actions.handle("capture.save_profile", this, [this] { saveProfile(); });
    m_workbench.actions.handle("capture.open_profile", this, [this] { chooseProfile(); });
}

void CaptureProfilePanel::retranslate()
{
    m_ways->setTabText(0, tr("Model on a device"));
    m_ways->setTabText(1, tr("Launch a program"));
    m_ways->setAccessibleName(tr("Way of capturing"));
    m_modelPath->setPlaceholderText(tr("model.onnx, or model.om for an NPU"));
    m_modelPath->setAccessibleName(tr("Model"));
    m_browseModel->setToolTip(tr("Choose the model"));
    m_browseModel->setAccessibleName(m_browseModel->toolTip());
    m_inputs->setAccessibleName(tr("Inputs"));
    m_batchLabel->setText(tr("Batch"));
    m_batch->setAccessibleName(m_batchLabel->text());
    m_seedLabel->setText(tr("Seed"));
    m_seed->setAccessibleName(m_seedLabel->text());
    m_fillMenu->setText(tr("Values"));
    m_fillMenu->setToolTip(tr("Values of the chosen inputs, or of all"));
    m_fills->clear();
    m_fills->addAction(icon("file"), tr("File…"), this, &CaptureProfilePanel::chooseInput);
    m_fills->addAction(
        tr("Random"), this, [this] { fill(QStringLiteral("random:%1").arg(m_seed->value())); });
    m_fills->addAction(tr("Zeros"), this, [this] { fill(QStringLiteral("zeros")); });
    m_fills->addAction(tr("Ones"), this, [this] { fill(QStringLiteral("ones")); });
    m_profileMenu->setText(tr("Profile"));
    m_profiles->clear();
    for (const char* id : {"capture.new_profile", "capture.open_profile", "capture.save_profile"})
        m_profiles->addAction(m_workbench.actions.action(id));
    m_command->setText(tr("Command"));
    m_command->setToolTip(tr("The line that captures the same"));
    m_stop->setText(tr("Stop"));
    m_stop->setToolTip(
        m_workbench.actions.action("capture.stop")->shortcut().toString(QKeySequence::NativeText));
    m_stop->setIcon(icon("stop"));
    showDevices();
    showModel();
    showInputs();
    showReadiness();
    emit titleChanged();
}

QString CaptureProfilePanel::title() const
{
    const QString name = m_capture.name();
    return name.isEmpty() ? tr("Capture profile") : tr("Capture profile: %1").arg(name);
}

void CaptureProfilePanel::showDevices()
{
    while (QLayoutItem* const item = m_cards->takeAt(0)) {
        if (item->widget())
            item->widget()->deleteLater();
        delete item;
    }
    for (const CaptureSetup::Device& device : m_setup.devices()) {
        auto* const card = new DeviceCard(device, m_cards->parentWidget());
        m_cardGroup->addButton(card);
        card->setChecked(m_setup.device() && m_setup.device()->runtime == device.runtime
            && m_setup.device()->id == device.id);
        connect(card, &QAbstractButton::clicked, this, [this, device] { m_setup.chooseDevice(device); });
        m_cards->addWidget(card);
    }
    const auto count = m_setup.devices().size();
    const bool hasNpu = std::ranges::any_of(
        m_setup.devices(), [](const CaptureSetup::Device& device) { return !device.isCpu(); });
    if (!m_setup.isLooking() && count > 0 && !hasNpu) {
        auto* const none
            = new QLabel(tr("No NPU found: no Ascend toolkit is set up here. The CPU device can be used."),
                m_cards->parentWidget());
        none->setWordWrap(true);
        none->setFont(secondaryFont());
        none->setForegroundRole(QPalette::PlaceholderText);
        m_cards->addWidget(none);
    }
    m_deviceHead->setTexts(tr("Device"),
        m_setup.isLooking() ? tr("looking…") : tr("%n found", nullptr, static_cast<int>(count)));
    showReadiness();
}

void CaptureProfilePanel::showModel()
{
    const QString path = fromCore(m_setup.profile().model);
    if (m_modelPath->text() != path)
        m_modelPath->setText(path);
    const ModelFacts& model = m_setup.model();
    m_modelHead->setTexts(tr("Model"), model.format);
    QStringList facts;
    if (model.format == QLatin1String("OM"))
        facts = {byteSize(model.bytes), tr("the device says what it needs")};
    else if (model.isThere())
        facts = {tr("%n operators", nullptr, static_cast<int>(model.operators.size())),
            tr("%n tensors per step", nullptr, model.tensors),
            tr("outputs: %1").arg(model.outputs.join(QStringLiteral(", ")))};
    m_modelFacts->setText(facts.join(QStringLiteral(" · ")));
    m_modelFacts->setVisible(!facts.isEmpty());
    emit titleChanged();
    showReadiness();
}

void CaptureProfilePanel::showInputs()
{
    const int rows = m_inputModel->rowCount();
    constexpr int kMostRows = 6;
    m_inputs->setVisible(rows > 0);
    m_inputs->setFixedHeight(m_inputs->horizontalHeader()->sizeHint().height()
        + gui::rowHeight() * std::clamp(rows, 1, kMostRows) + 2);
    m_inputs->resizeColumnToContents(InputModel::Dtype);
    m_inputs->resizeColumnToContents(InputModel::Shape);
    m_inputHead->setTexts(tr("Inputs"), rows == 0 ? QString() : tr("%n input(s)", nullptr, rows));
    const QSignalBlocker quietBatch(m_batch), quietSeed(m_seed);
    const auto batch = m_inputModel->batch();
    const auto seed = m_inputModel->seed();
    for (QWidget* one : QList<QWidget*> {m_batch, m_batchLabel})
        one->setVisible(batch.has_value());
    for (QWidget* one : QList<QWidget*> {m_seed, m_seedLabel})
        one->setVisible(seed.has_value());
    m_fillMenu->setVisible(rows > 0);
    m_batch->setValue(static_cast<int>(batch.value_or(1)));
    m_seed->setValue(static_cast<int>(std::min<quint64>(seed.value_or(20), std::numeric_limits<int>::max())));
}

QString CaptureProfilePanel::estimateText() const
{
    const CaptureSetup::Estimate& estimate = m_setup.estimate();
    const QString free = estimate.free ? tr("%1 free.").arg(byteSize(*estimate.free)) : QString();
    if (estimate.files && estimate.bytes && estimate.ms)
        return tr("Expected: %1 files, %2, about %3. %4")
            .arg(groupedNumber(static_cast<qint64>(*estimate.files)), byteSize(*estimate.bytes),
                duration(*estimate.ms), free);
    if (estimate.files)
        return tr("Expected: %1 files; their size is known after the first run. %2")
            .arg(groupedNumber(static_cast<qint64>(*estimate.files)), free);
    return tr("How much will come depends on what happens. %1").arg(free);
}

QString CaptureProfilePanel::launchText() const
{
    const auto free = core::freeBytes(core::freeFolder(m_launch.profile().output));
    const QString keep
        = tr("The program is paused when less than %1 is left.").arg(byteSize(m_launch.profile().keepFree));
    return free ? tr("%1 free.").arg(byteSize(*free)) + QLatin1Char(' ') + keep : keep;
}

void CaptureProfilePanel::showReadiness()
{
    const std::pair<StepHeader*, CaptureSetup::Step> heads[]
        = {{m_deviceHead, CaptureSetup::DeviceStep}, {m_modelHead, CaptureSetup::ModelStep},
            {m_inputHead, CaptureSetup::InputStep}, {m_dumpHead, CaptureSetup::DumpStep}};
    for (const auto& [head, step] : heads) {
        const CaptureSetup::Readiness one = m_setup.readiness(step);
        head->setState(one.state, one.why);
    }
    m_dumpHead->setTexts(tr("What to dump"), QStringLiteral("acl.json"));
    const CaptureRun& run = m_capture.run();
    const bool isLaunch = m_capture.way() == CaptureSession::Way::Program;
    const bool isReady = isLaunch ? m_launch.isReady() : m_setup.isReady();
    const QString obstacle = isLaunch ? m_launch.obstacle() : m_setup.obstacle();
    m_estimate->set(isReady ? State::Pass : State::Unpaired,
        isReady                  ? (isLaunch ? launchText() : estimateText())
            : obstacle.isEmpty() ? tr("Not ready yet.")
                                 : obstacle);
    const bool isAgain = run.number() > 0;
    const QString key
        = m_workbench.actions.action("capture.start")->shortcut().toString(QKeySequence::NativeText);
    m_start->setText(QStringLiteral("%1  %2").arg(isAgain ? tr("Run again") : tr("Run"), key));
    m_start->setIcon(icon("play"));
    m_start->setEnabled(m_capture.canStart());
    m_start->setToolTip(isReady ? QString() : obstacle);
    m_stop->setEnabled(run.state() == CaptureRun::State::Running);
    m_start->setVisible(!run.isActive());
    m_stop->setVisible(run.isActive());
    m_workbench.actions.refresh();
}

// --- Choosing

void CaptureProfilePanel::fill(const QString& text)
{
    QList<int> rows;
    if (m_inputs->selectionModel()->hasSelection())
        rows = m_inputs->chosenRows();
    m_inputModel->setFill(rows, text);
}

void CaptureProfilePanel::chooseModel()
{
    auto* const chooser
        = new QFileDialog(this, tr("Model"), QString(), tr("Models (*.onnx *.om);;All files (*)"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    connect(chooser, &QFileDialog::fileSelected, this, [this](const QString& file) {
        m_setup.edit([&](core::CaptureProfile& profile) { profile.model = file.toStdString(); });
    });
    chooser->open();
}

void CaptureProfilePanel::chooseInput()
{
    auto* const chooser = new QFileDialog(
        this, tr("Values of the input"), QString(), tr("Arrays (*.npy *.bin *.raw);;All files (*)"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    connect(chooser, &QFileDialog::fileSelected, this, [this](const QString& file) { fill(file); });
    chooser->open();
}

void CaptureProfilePanel::chooseProfile()
{
    auto* const chooser
        = new QFileDialog(this, tr("Open a capture profile"), QString(), tr("Profiles (*.json)"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    connect(chooser, &QFileDialog::fileSelected, this,
        [this](const QString& file) { tell(m_capture.loadProfile(file)); });
    chooser->open();
}

void CaptureProfilePanel::saveProfile()
{
    auto* const chooser
        = new QFileDialog(this, tr("Save the capture profile"), m_setup.file(), tr("Profiles (*.json)"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setAcceptMode(QFileDialog::AcceptSave);
    chooser->setDefaultSuffix(QStringLiteral("json"));
    if (m_capture.way() == CaptureSession::Way::Program ? m_launch.file().isEmpty()
                                                        : m_setup.file().isEmpty())
        chooser->selectFile(m_capture.name() + QStringLiteral(".json"));
    connect(chooser, &QFileDialog::fileSelected, this,
        [this](const QString& file) { tell(m_capture.saveProfile(file)); });
    chooser->open();
}

void CaptureProfilePanel::tell(const core::Result<void>& result)
{
    if (!result)
        m_workbench.problems.add(
            {core::Severity::Error, result.error().code, result.error().place, result.error().message});
}

QJsonObject CaptureProfilePanel::saveView() const
{
    return {{QStringLiteral("profile"), fromCore(core::captureProfileText(m_setup.profile()))},
        {QStringLiteral("file"), m_setup.file()}};
}

void CaptureProfilePanel::restoreView(const QJsonObject& view)
{
    const auto profile
        = core::parseCaptureProfile(view.value(QStringLiteral("profile")).toString().toStdString());
    if (profile)
        m_setup.setProfile(*profile);
}

// Fields have their own use for it.
void CaptureProfilePanel::keyPressEvent(QKeyEvent* event)
{
    const QWidget* const focused = QApplication::focusWidget();
    const bool isField = qobject_cast<const QLineEdit*>(focused) || qobject_cast<const QSpinBox*>(focused);
    if (event->key() == Qt::Key_Escape && m_capture.run().isActive() && !isField)
        m_capture.stop();
    else
        Panel::keyPressEvent(event);
}

void CaptureProfilePanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    Panel::changeEvent(event);
}

// Devices are looked for when somebody wants to see them.
void CaptureProfilePanel::showEvent(QShowEvent* event)
{
    Panel::showEvent(event);
    if (m_setup.devices().isEmpty())
        m_setup.findDevices();
}

void register_capture_profile_panel(PanelRegistry& registry)
{
    registry.add({"capture-profile", "capture",
        [](Workbench& workbench) -> Panel* { return new CaptureProfilePanel(workbench); }});
}

} // namespace dumpscope::gui

#include "capture_profile_panel.moc"
