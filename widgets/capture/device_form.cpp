// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/device_form.h"

#include "capture/device_card.h"
#include "capture/dump_form.h"
#include "capture/step_header.h"
#include "common/core_text.h"
#include "common/fonts.h"
#include "common/icons.h"
#include "common/numbers.h"
#include "common/spacing.h"
#include "common/widget_changes.h"
#include "config/model_operators.h"

#include <QButtonGroup>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <limits>

namespace dumpscope::gui {

DeviceForm::DeviceForm(Workbench& workbench, CaptureSetup& setup, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_setup(setup)
    , m_inputModel(new InputModel(setup, this))
    , m_operators(new ModelOperators(workbench, this))
    , m_cardGroup(new QButtonGroup(this))
{
    build();
    wire();
    keepTranslated(this, &DeviceForm::retranslate);
}

void DeviceForm::build()
{
    auto* const steps = new QVBoxLayout(this);
    steps->setContentsMargins(0, 0, 0, 0);
    steps->setSpacing(0);
    m_deviceHead = new StepHeader(1, this);
    m_modelHead = new StepHeader(2, this);
    m_inputHead = new StepHeader(3, this);
    m_dumpHead = new StepHeader(4, this);
    auto* const cards = new QWidget(this);
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
    steps->addWidget(new DumpForm(m_workbench, m_setup, this));
    steps->addStretch(1);
    setFocusProxy(m_modelPath);
}

QWidget* DeviceForm::buildModel()
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

QWidget* DeviceForm::buildInputs()
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

void DeviceForm::wire()
{
    connect(&m_setup, &CaptureSetup::devicesChanged, this, &DeviceForm::showDevices);
    connect(&m_setup, &CaptureSetup::modelChanged, this, [this] {
        showModel();
        if (m_setup.model().format == QLatin1String("ONNX"))
            m_operators->setModel(fromCore(m_setup.profile().model));
    });
    connect(m_operators, &ModelOperators::changed, this,
        [this] { m_setup.setOperators(m_operators->operators()); });
    connect(&m_setup, &CaptureSetup::factsChanged, this, &DeviceForm::showReadiness);
    connect(&m_setup, &CaptureSetup::changed, this, [this] {
        showModel();
        showInputs();
    });
    connect(m_modelPath, &QLineEdit::textEdited, this, [this](const QString& path) {
        m_setup.edit([&](core::CaptureProfile& profile) { profile.model = path.toStdString(); });
    });
    connect(&m_workbench.session, &Session::rootChanged, this, &DeviceForm::takeOpenedModel);
    connect(m_browseModel, &QToolButton::clicked, this, &DeviceForm::chooseModel);
    connect(m_batch, &QSpinBox::valueChanged, this, [this](int batch) { m_inputModel->setBatch(batch); });
    connect(m_seed, &QSpinBox::valueChanged, this,
        [this](int seed) { m_inputModel->setSeed(static_cast<quint64>(seed)); });
    connect(m_inputModel, &QAbstractItemModel::modelReset, this, &DeviceForm::showInputs);
}

void DeviceForm::retranslate()
{
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
    m_fills->addAction(icon("file"), tr("File…"), this, &DeviceForm::chooseInput);
    m_fills->addAction(
        tr("Random"), this, [this] { fill(QStringLiteral("random:%1").arg(m_seed->value())); });
    m_fills->addAction(tr("Zeros"), this, [this] { fill(QStringLiteral("zeros")); });
    m_fills->addAction(tr("Ones"), this, [this] { fill(QStringLiteral("ones")); });
    showDevices();
    showModel();
    showInputs();
}

void DeviceForm::showDevices()
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
    const auto ready = std::ranges::count_if(
        m_setup.devices(), [](const CaptureSetup::Device& device) { return device.trouble.isEmpty(); });
    const bool hasNpu = std::ranges::any_of(
        m_setup.devices(), [](const CaptureSetup::Device& device) { return !device.isCpu(); });
    if (!m_setup.isLooking() && count > 0 && !hasNpu) {
        auto* const none = new QLabel(ready > 0
                ? tr("No NPU found: no Ascend toolkit is set up here. The CPU device can be used.")
                : tr("No NPU found: no Ascend toolkit is set up here."),
            m_cards->parentWidget());
        none->setWordWrap(true);
        none->setFont(secondaryFont());
        none->setForegroundRole(QPalette::PlaceholderText);
        m_cards->addWidget(none);
    }
    m_deviceHead->setTexts(tr("Device"),
        m_setup.isLooking()  ? tr("looking…")
            : ready == count ? tr("%n found", nullptr, static_cast<int>(count))
                             : tr("%1 of %2 ready").arg(ready).arg(count));
    showReadiness();
}

void DeviceForm::showModel()
{
    const QString path = fromCore(m_setup.profile().model);
    if (m_modelPath->text() != path)
        m_modelPath->setText(path);
    const ModelFacts& model = m_setup.model();
    m_modelHead->setTexts(tr("Model"), model.format);
    QStringList facts;
    if (model.format == QLatin1String("OM"))
        facts = {byteSize(model.bytes), tr("the device determines its inputs")};
    else if (model.isThere())
        facts = {tr("%n operators", nullptr, static_cast<int>(model.operators.size())),
            tr("%n outputs of operators", nullptr, model.tensors),
            tr("outputs: %1").arg(model.outputs.join(QStringLiteral(", ")))};
    m_modelFacts->setText(facts.join(QStringLiteral(" · ")));
    m_modelFacts->setVisible(!facts.isEmpty());
    showReadiness();
}

void DeviceForm::showInputs()
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

void DeviceForm::showReadiness()
{
    const std::pair<StepHeader*, CaptureSetup::Step> heads[]
        = {{m_deviceHead, CaptureSetup::DeviceStep}, {m_modelHead, CaptureSetup::ModelStep},
            {m_inputHead, CaptureSetup::InputStep}, {m_dumpHead, CaptureSetup::DumpStep}};
    for (const auto& [head, step] : heads) {
        const CaptureSetup::Readiness one = m_setup.readiness(step);
        head->setState(one.state, one.why);
    }
    m_dumpHead->setTexts(tr("What to dump"), QStringLiteral("acl.json"));
}

void DeviceForm::fill(const QString& text)
{
    QList<int> rows;
    if (m_inputs->selectionModel()->hasSelection())
        rows = m_inputs->chosenRows();
    m_inputModel->setFill(rows, text);
}

void DeviceForm::chooseModel()
{
    auto* const chooser
        = new QFileDialog(this, tr("Model"), QString(), tr("Models (*.onnx *.om);;All files (*)"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    connect(chooser, &QFileDialog::fileSelected, this, [this](const QString& file) {
        m_setup.edit([&](core::CaptureProfile& profile) { profile.model = file.toStdString(); });
    });
    chooser->open();
}

void DeviceForm::chooseInput()
{
    auto* const chooser = new QFileDialog(
        this, tr("Values of the input"), QString(), tr("Arrays (*.npy *.bin *.raw);;All files (*)"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    connect(chooser, &QFileDialog::fileSelected, this, [this](const QString& file) { fill(file); });
    chooser->open();
}

// Devices are looked for when somebody wants to see them.
void DeviceForm::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_setup.devices().isEmpty())
        m_setup.findDevices();
    takeOpenedModel();
}

// A model that is open is meant as long as none is named.
void DeviceForm::takeOpenedModel()
{
    if (!isVisible() || !m_setup.profile().model.empty())
        return;
    for (const OpenedRoot* root : m_workbench.session.roots()) {
        const QFileInfo file(root->path());
        if (!file.isFile()
            || !QStringList {QStringLiteral("onnx"), QStringLiteral("om")}.contains(
                file.suffix(), Qt::CaseInsensitive))
            continue;
        return m_setup.edit(
            [&](core::CaptureProfile& profile) { profile.model = file.absoluteFilePath().toStdString(); });
    }
}

} // namespace dumpscope::gui
