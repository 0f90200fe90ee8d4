// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/capture_session.h"
#include "capture/device_form.h"
#include "capture/launch_form.h"
#include "capture/step_header.h"
#include "capture/unsaved_profile.h"
#include "common/app_style.h"
#include "common/core_text.h"
#include "common/icons.h"
#include "common/numbers.h"
#include "common/spacing.h"
#include "common/widget_changes.h"
#include "config/config_verdict.h"
#include "config/model_operators.h"
#include "documents/problem_list.h"
#include "kit/panel.h"

#include <QApplication>
#include <QFileDialog>
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

/// What is captured: four numbered steps, what is expected, and the buttons (docs/window.md 3.4, 4).
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
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void build();
    void addPage(QWidget* form);
    [[nodiscard]] QWidget* buildButtons();
    void wire();
    void retranslate();
    void showWay();
    void showReadiness();
    void chooseProfile();
    void saveProfile();
    void report(const core::Result<void>& result);
    [[nodiscard]] QString estimateText() const;
    [[nodiscard]] QString launchText() const;

    Workbench& m_workbench;
    CaptureSession& m_capture;
    CaptureSetup& m_setup;
    LaunchSetup& m_launch;
    ModelOperators* m_operators;
    QTabBar* m_ways;
    QStackedWidget* m_pages;
    StateSentence* m_estimate;
    QToolButton *m_profileMenu, *m_command;
    QPushButton *m_start, *m_stop;
    QMenu* m_profiles;
};

CaptureProfilePanel::CaptureProfilePanel(Workbench& workbench)
    : m_workbench(workbench)
    , m_capture(*CaptureSession::of(workbench.session))
    , m_setup(m_capture.setup())
    , m_launch(m_capture.launchSetup())
    , m_operators(new ModelOperators(workbench, this))
    , m_ways(new QTabBar(this))
    , m_pages(new QStackedWidget(this))
{
    build();
    wire();
    keepTranslated(this, &CaptureProfilePanel::retranslate);
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
    auto* const deviceForm = new DeviceForm(m_workbench, m_setup, this);
    addPage(deviceForm);
    addPage(new LaunchForm(m_workbench, m_launch, this));
    column->addWidget(m_pages, 1);
    m_estimate = new StateSentence(this);
    column->addWidget(m_estimate);
    column->addWidget(buildButtons());
    setFocusProxy(deviceForm);
    setMinimumWidth(scaled(kLeastWidth));
}

void CaptureProfilePanel::addPage(QWidget* form)
{
    form->setBackgroundRole(QPalette::Base);
    form->setAutoFillBackground(true);
    auto* const area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidget(form);
    m_pages->addWidget(area);
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
    connect(&m_setup, &CaptureSetup::devicesChanged, this, &CaptureProfilePanel::showReadiness);
    connect(&m_setup, &CaptureSetup::factsChanged, this, &CaptureProfilePanel::showReadiness);
    for (const auto signal : {&CaptureSetup::modelChanged, &CaptureSetup::changed})
        connect(&m_setup, signal, this, [this] {
            showReadiness();
            emit titleChanged();
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
    // A dump that grows is no measure yet.
    connect(m_operators, &ModelOperators::outdated, this, [this] {
        if (!m_capture.run().isActive() && isVisible())
            m_operators->follow();
    });
    connect(m_operators, &ModelOperators::changed, this,
        [this] { m_launch.setOperators(m_operators->operators()); });
    connect(m_ways, &QTabBar::currentChanged, this,
        [this](int tab) { m_capture.setWay(static_cast<CaptureSession::Way>(tab)); });
    connect(&m_capture, &CaptureSession::wayChanged, this, &CaptureProfilePanel::showWay);
    connect(&m_capture.run(), &CaptureRun::stateChanged, this, &CaptureProfilePanel::showReadiness);
    connect(m_command, &QToolButton::clicked, this, [this] { m_workbench.actions.trigger("tools.command"); });
    connect(m_start, &QPushButton::clicked, this, [this] { m_workbench.actions.trigger("capture.start"); });
    connect(m_stop, &QPushButton::clicked, this, [this] { m_workbench.actions.trigger("capture.stop"); });
    m_workbench.actions.handle("capture.save_profile", this, [this] { saveProfile(); });
    m_workbench.actions.handle("capture.open_profile", this,
        [this] { askBeforeReplacingProfile(this, m_capture, [this] { chooseProfile(); }); });
}

void CaptureProfilePanel::showWay()
{
    m_ways->setCurrentIndex(static_cast<int>(m_capture.way()));
    m_pages->setCurrentIndex(m_ways->currentIndex());
    showReadiness();
    emit titleChanged();
    emit commandLineChanged();
}

void CaptureProfilePanel::retranslate()
{
    m_ways->setTabText(0, tr("Model on a device"));
    m_ways->setTabText(1, tr("Launch a program"));
    m_ways->setAccessibleName(tr("Way of capturing"));
    m_profileMenu->setText(tr("Profile"));
    m_profiles->clear();
    for (const char* id : {"capture.new_profile", "capture.open_profile", "capture.save_profile"})
        m_profiles->addAction(m_workbench.actions.action(id));
    m_command->setText(tr("Command"));
    m_command->setToolTip(tr("Command line for the same capture"));
    m_stop->setToolTip(
        m_workbench.actions.action("capture.stop")->shortcut().toString(QKeySequence::NativeText));
    m_stop->setIcon(icon("stop"));
    showWay();
}

QString CaptureProfilePanel::title() const
{
    const QString name = m_capture.name();
    return name.isEmpty() ? tr("Capture profile") : tr("Capture profile: %1").arg(name);
}

QString CaptureProfilePanel::estimateText() const
{
    const CaptureSetup::Estimate& estimate = m_setup.estimate();
    const QString free = estimate.free ? tr("%1 free.").arg(byteSize(*estimate.free)) : QString();
    if (estimate.files && estimate.bytes && estimate.ms)
        return tr("Expected: %1 files, %2, about %3. %4")
            .arg(groupedNumber(static_cast<qint64>(*estimate.files)), byteSize(*estimate.bytes),
                duration(*estimate.ms), free);
    if (estimate.files && estimate.bytes)
        return tr("Expected: %1 files, about %2. %3")
            .arg(groupedNumber(static_cast<qint64>(*estimate.files)), byteSize(*estimate.bytes), free);
    if (estimate.files)
        return tr("Expected: %1 files. Their size is known after the first run, or before it if the model "
                  "has shapes. %2")
            .arg(groupedNumber(static_cast<qint64>(*estimate.files)), free);
    return tr("The amount of data depends on what happens in the run. %1").arg(free);
}

QString CaptureProfilePanel::launchText() const
{
    QStringList sentences;
    if (const LaunchSetup::Past* const past = m_launch.past())
        sentences.append(tr("Last time: %1 files, %2, in %3.")
                             .arg(groupedNumber(static_cast<qint64>(past->files)), byteSize(past->bytes),
                                 duration(past->ms)));
    else if (m_launch.estimate())
        sentences.append(ConfigVerdict::estimateText(*m_launch.estimate()));
    else if (m_launch.profile().needsConfig())
        sentences.append(tr("The amount of data is known after the first run. To know it before, open a "
                            "graph with shapes or an earlier dump."));
    if (const auto free = core::freeBytes(core::freeFolder(m_launch.profile().output)))
        sentences.append(tr("%1 free.").arg(byteSize(*free)));
    sentences.append(
        tr("The program is paused when less than %1 is left.").arg(byteSize(m_launch.profile().keepFree)));
    return sentences.join(QLatin1Char(' '));
}

void CaptureProfilePanel::showReadiness()
{
    const CaptureRun& run = m_capture.run();
    const bool isLaunch = m_capture.way() == CaptureSession::Way::Program;
    const bool isReady = m_capture.isReady();
    const QString obstacle = m_capture.obstacle();
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
    // A program that does not end by itself is hurried.
    const bool isStopping = run.state() == CaptureRun::State::Stopping;
    m_stop->setText(isStopping && run.isLaunch() ? tr("Stop now") : tr("Stop"));
    m_stop->setEnabled(!isStopping || run.isLaunch());
    m_start->setVisible(!run.isActive());
    m_stop->setVisible(run.isActive());
    m_workbench.actions.refresh();
}

// --- Choosing

void CaptureProfilePanel::chooseProfile()
{
    auto* const chooser
        = new QFileDialog(this, tr("Open a capture profile"), QString(), tr("Profiles (*.json)"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    connect(chooser, &QFileDialog::fileSelected, this,
        [this](const QString& file) { report(m_capture.loadProfile(file)); });
    chooser->open();
}

void CaptureProfilePanel::saveProfile()
{
    const QString file = m_capture.way() == CaptureSession::Way::Program ? m_launch.file() : m_setup.file();
    auto* const chooser
        = new QFileDialog(this, tr("Save the capture profile"), file, tr("Profiles (*.json)"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setAcceptMode(QFileDialog::AcceptSave);
    chooser->setDefaultSuffix(QStringLiteral("json"));
    if (file.isEmpty())
        chooser->selectFile(m_capture.name() + QStringLiteral(".json"));
    connect(chooser, &QFileDialog::fileSelected, this,
        [this](const QString& chosen) { report(m_capture.saveProfile(chosen)); });
    chooser->open();
}

void CaptureProfilePanel::report(const core::Result<void>& result)
{
    if (!result)
        m_workbench.problems.add(result.error());
}

QJsonObject CaptureProfilePanel::saveView() const
{
    return {{QStringLiteral("profile"), fromCore(core::captureProfileText(m_setup.profile()))},
        {QStringLiteral("file"), m_setup.file()},
        {QStringLiteral("launch"), fromCore(core::launchProfileText(m_launch.profile()))},
        {QStringLiteral("way"),
            m_capture.way() == CaptureSession::Way::Program ? QStringLiteral("program")
                                                            : QStringLiteral("device")}};
}

void CaptureProfilePanel::restoreView(const QJsonObject& view)
{
    const auto textOf = [&view](const char* key) { return view.value(QLatin1String(key)).toString(); };
    if (const auto profile = core::parseCaptureProfile(textOf("profile").toStdString()))
        m_setup.setProfile(*profile);
    const core::LaunchProfileReport launch = core::parseLaunchProfile(textOf("launch").toStdString());
    if (launch.isValid())
        m_launch.setProfile(launch.profile);
    m_capture.setWay(textOf("way") == QLatin1String("program") ? CaptureSession::Way::Program
                                                               : CaptureSession::Way::Device);
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

void CaptureProfilePanel::showEvent(QShowEvent* event)
{
    Panel::showEvent(event);
    if (!m_capture.run().isActive())
        m_operators->follow();
}

void register_capture_profile_panel(PanelRegistry& registry)
{
    registry.add({"capture-profile", "capture",
        [](Workbench& workbench) -> Panel* { return new CaptureProfilePanel(workbench); }});
}

} // namespace dumpscope::gui

#include "capture_profile_panel.moc"
