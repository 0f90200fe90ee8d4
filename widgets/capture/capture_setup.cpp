// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/capture_setup.h"

#include "capture/input_fill.h"
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/numbers.h"
#include "config/config_kind.h"
#include "config/json_edit.h"
#include "io/atomic_file.h"
#include "io/mapped_file.h"
#include "io/output_check.h"
#include "request/capture_request.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <array>
#include <utility>

namespace dumpscope::gui {

namespace {

constexpr std::chrono::seconds kDevicePatience {30};
constexpr qsizetype kMostPast = 20;

/// Inputs and outputs of every operator.
constexpr const char* kUsualDump = R"({"dump":{"dump_path":".","dump_mode":"all","dump_list":[{}]}})";

core::CaptureProfile usualProfile()
{
    core::CaptureProfile profile;
    profile.dumpText = kUsualDump;
    profile.output = (QDir::homePath() + QStringLiteral("/dumps/capture-{n}")).toStdString();
    profile.runtime = "cpu";
    return profile;
}

/// Where every shape is known.
std::optional<quint64> bytesOf(const core::CaptureProfile& profile, const OperatorsPointer& operators)
{
    core::ConfigKinds kinds;
    core::registerConfigKinds(kinds);
    const core::ConfigKind* const kind = kinds.find("acl");
    if (!kind || !operators || operators->empty())
        return std::nullopt;
    const core::DumpEstimate one = core::estimateDump(kind->request({profile.dumpText}), *operators);
    return one.unknownTensors > 0 ? std::nullopt
                                  : std::optional<quint64>(one.bytes * static_cast<quint64>(profile.runs));
}

struct Ahead {
    core::AclCheck check;
    std::optional<core::Error> folderProblem;
    CaptureSetup::Estimate estimate;
};

/// Files of one execution, of which one is written per operator; none: it depends on what happens.
std::optional<quint64> filesOf(const core::AclDumpConfig& config, const ModelFacts& model, int runs)
{
    if (model.operators.isEmpty() || config.items.empty() || config.overflow
        || config.scene != core::AclDumpConfig::Scene::None)
        return std::nullopt;
    quint64 operators = 0;
    for (const core::AclDumpItem& item : config.items) {
        if (item.modelName && fromCore(*item.modelName) != model.name)
            continue;
        if (!item.ranges.empty() || !item.typeBlacklist.empty() || !item.nameBlacklist.empty())
            return std::nullopt;
        if (item.layers.empty())
            operators = static_cast<quint64>(model.operators.size());
        else
            operators += static_cast<quint64>(std::ranges::count_if(item.layers,
                [&](const std::string& layer) { return model.operators.contains(fromCore(layer)); }));
    }
    quint64 steps = 0;
    for (int run = 0; run < runs; ++run)
        steps += config.hasStep(static_cast<std::uint64_t>(run)) ? 1 : 0;
    return operators * steps;
}

} // namespace

CaptureSetup::CaptureSetup(TaskRunner& tasks, CapturePlace place, QObject* parent)
    : QObject(parent)
    , m_tasks(tasks)
    , m_place(std::move(place))
    , m_profile(usualProfile())
    , m_saved(m_profile)
{
}

void CaptureSetup::reset()
{
    m_file.clear();
    m_saved = usualProfile();
    setProfile(m_saved);
    emit fileChanged();
}

void CaptureSetup::setProfile(const core::CaptureProfile& profile)
{
    if (profile == m_profile)
        return;
    const bool isOtherModel = profile.model != m_profile.model;
    // A configuration that comes with its model means what it says.
    if (isOtherModel && profile.dumpText != m_profile.dumpText)
        m_namedModel.clear();
    m_profile = profile;
    if (isOtherModel)
        readModel();
    lookAhead();
    emit changed();
}

QString CaptureSetup::name() const
{
    if (!m_file.isEmpty())
        return QFileInfo(m_file).completeBaseName();
    return m_profile.model.empty() ? QString() : QFileInfo(fromCore(m_profile.model)).completeBaseName();
}

core::Result<void> CaptureSetup::load(const QString& path)
{
    constexpr qint64 kMost = 1 << 20;
    if (QFileInfo(path).size() > kMost)
        return core::fail(
            core::Code::Limit, core::phrase("it is too large for a capture profile"), {path.toStdString()});
    TRY_ASSIGN(const core::Bytes file, core::mapFile(path.toStdString(), path.toStdString()));
    const std::string text(reinterpret_cast<const char*>(file.data()), file.size());
    TRY_ASSIGN(core::CaptureProfile profile, core::parseCaptureProfile(text));
    // Paths in a profile are as seen from where it lies, so that it can be handed on.
    const QDir folder = QFileInfo(path).absoluteDir();
    for (std::string* one : {&profile.model, &profile.dump, &profile.output}) {
        if (!one->empty())
            *one = QDir::cleanPath(folder.absoluteFilePath(fromCore(*one))).toStdString();
    }
    for (std::string& input : profile.inputs) {
        if (!core::parseInputFill(input))
            input = QDir::cleanPath(folder.absoluteFilePath(fromCore(input))).toStdString();
    }
    // The window edits texts.
    if (profile.dumpText.empty() && !profile.dump.empty()) {
        const core::AclFile config = core::readAclFile(profile.dump);
        if (config.returnCode == 0) {
            profile.dumpText = config.text;
            profile.dump.clear();
        }
    }
    m_file = path;
    m_saved = profile;
    setProfile(profile);
    emit fileChanged();
    return {};
}

core::Result<void> CaptureSetup::save(const QString& path)
{
    const std::string file = path.toStdString();
    std::vector<std::string> inputs = m_profile.inputs;
    inputs.insert(inputs.end(), {m_profile.model, m_profile.dump, m_profile.output, m_profile.runtime});
    TRY_VOID(core::checkOutputs({&file, 1}, inputs));
    TRY_VOID(core::writeFileAtomically(file, core::captureProfileText(m_profile)));
    m_file = path;
    m_saved = m_profile;
    emit fileChanged();
    return {};
}

// --- Devices

void CaptureSetup::findDevices()
{
    if (m_looking > 0 || m_place.program.isEmpty())
        return;
    m_devices.clear();
    for (const std::string& toolkit : m_place.runtimes.toolkits) {
        const QString library = fromCore(toolkit) + QStringLiteral("/lib64/libascendcl.so");
        const bool isKnown = std::ranges::count(m_place.runtimes.toolkits, toolkit) > 1
            && &toolkit != &m_place.runtimes.toolkits.front();
        if (!toolkit.empty() && !isKnown)
            ask(library);
    }
    ask(QStringLiteral("cpu"));
    emit devicesChanged();
}

void CaptureSetup::ask(const QString& runtime)
{
    ++m_looking;
    core::CaptureHostRequest request;
    request.runtimes = core::runtimeCandidates(runtime.toStdString(), m_place.runtimes);
    request.devicesOnly = true;
    core::HostProgram host = m_place.host;
    host.silence = kDevicePatience;
    m_waiting.start<core::CaptureEvent>(
        Lane::Bulk, tr("Look for devices"), this,
        [request, host](
            core::TaskContext& task, const TaskRunner::Post&) -> core::Result<core::CaptureEvent> {
            core::CaptureEvent found;
            const auto sink = [&](const core::CaptureEvent& event) {
                if (event.kind == core::CaptureEvent::Kind::Devices)
                    found = event;
            };
            TRY_VOID(core::captureInHost(request, host, sink, task.stop));
            return found;
        },
        [this, runtime](const core::Result<core::CaptureEvent>& found) {
            --m_looking;
            takeDevices(runtime, found.value_or(core::CaptureEvent {}),
                found ? QString() : coreWords(found.error().message));
        });
}

void CaptureSetup::takeDevices(
    const QString& runtime, const core::CaptureEvent& found, const QString& trouble)
{
    for (const core::CaptureDevice& one : found.devices) {
        const bool isReady = one.state.text() == "ready";
        m_devices.append({runtime, one.id, fromCore(one.name), fromCore(found.version),
            isReady ? QString() : coreWords(one.state), one.memoryFree, one.memoryTotal});
    }
    if (!trouble.isEmpty())
        m_devices.append({runtime, 0, QString(), QString(), trouble, 0, 0});
    // What is slower to answer is not less worth: the toolkit's first, the CPU last.
    std::ranges::stable_sort(m_devices, {}, [](const Device& one) { return std::pair(one.isCpu(), one.id); });
    emit devicesChanged();
}

const CaptureSetup::Device* CaptureSetup::device() const
{
    const QString runtime = fromCore(m_profile.runtime);
    const auto found = std::ranges::find_if(m_devices, [&](const Device& one) {
        return one.id == m_profile.device && (one.runtime == runtime || (runtime.isEmpty() && !one.isCpu()));
    });
    return found == m_devices.end() ? nullptr : &*found;
}

void CaptureSetup::chooseDevice(const Device& device)
{
    edit([&](core::CaptureProfile& profile) {
        profile.runtime = device.runtime.toStdString();
        profile.device = device.id;
    });
}

// --- Model

void CaptureSetup::readModel()
{
    m_model = {};
    m_modelProblem.clear();
    m_modelTask.cancel();
    emit modelChanged();
    if (m_profile.model.empty())
        return;
    m_modelTask.start<ModelFacts>(
        m_tasks, Lane::Interactive, tr("Read the model"), this,
        [path = m_profile.model](
            core::TaskContext& task, const TaskRunner::Post&) { return readModelFacts(path, task); },
        [this, path = m_profile.model](core::Result<ModelFacts> facts) {
            if (path != m_profile.model)
                return;
            if (facts)
                m_model = std::move(*facts);
            else
                m_modelProblem = coreError(facts.error());
            if (facts)
                renameModel();
            emit modelChanged();
            if (m_model.knowsInputs)
                fitInputs();
            lookAhead();
        });
}

// What was said of the model before is said of this one.
void CaptureSetup::renameModel()
{
    const QString before = std::exchange(m_namedModel, m_model.name);
    const auto config = core::parseJson(m_profile.dumpText);
    if (!config || before.isEmpty() || before == m_model.name)
        return;
    std::string text = m_profile.dumpText;
    core::visitValues(
        *config, "dump.dump_list[].model_name", [&](const core::JsonValue& name, const std::string& path) {
            if (!name.isString() || fromCore(name.text) != before)
                return;
            if (auto renamed = core::withJsonValue(
                    text, path, core::compactJson(core::jsonText(m_model.name.toStdString()))))
                text = std::move(*renamed);
        });
    edit([&](core::CaptureProfile& profile) { profile.dumpText = text; });
}

// As many inputs as the model has; what was given stays.
void CaptureSetup::fitInputs()
{
    edit(
        [this](core::CaptureProfile& profile) { profile.inputs.resize(m_model.inputs.size(), "random:20"); });
}

// What the runtime would say, and how much will come.
void CaptureSetup::lookAhead()
{
    m_aheadTask.start<Ahead>(
        m_tasks, Lane::Interactive, tr("Look at the configuration"), this,
        [profile = m_profile, model = m_model, operators = m_operators,
            anywhere = QDir::tempPath().toStdString()](
            core::TaskContext&, const TaskRunner::Post&) -> core::Result<Ahead> {
            Ahead ahead;
            if (!profile.output.empty()) {
                if (const auto canBe = core::checkFolder(core::freeFolder(profile.output)); !canBe)
                    ahead.folderProblem = canBe.error();
            }
            // Its folder is made when it starts; here any that is there will do.
            const auto text = core::withDumpPath(profile.dumpText, anywhere);
            ahead.check = core::checkAclConfig(text ? *text : profile.dumpText, ".");
            if (ahead.check.isValid())
                ahead.estimate.files = filesOf(ahead.check.config, model, profile.runs);
            if (ahead.estimate.files)
                ahead.estimate.bytes = bytesOf(profile, operators);
            ahead.estimate.free = core::freeBytes(core::freeFolder(profile.output));
            return ahead;
        },
        [this](const core::Result<Ahead>& ahead) {
            if (!ahead)
                return;
            m_check = ahead->check;
            m_estimate = ahead->estimate;
            m_folderProblem = ahead->folderProblem;
            for (const Past& past : std::as_const(m_past)) {
                if (past.profile != m_profile)
                    continue;
                m_estimate.files = past.files;
                m_estimate.bytes = past.bytes;
                m_estimate.ms = past.ms;
            }
            emit factsChanged();
        });
}

void CaptureSetup::setOperators(const OperatorsPointer& operators)
{
    m_operators = operators;
    lookAhead();
}

void CaptureSetup::remember(const core::CaptureProfile& profile, quint64 files, quint64 bytes, qint64 ms)
{
    m_past.removeIf([&](const Past& past) { return past.profile == profile; });
    m_past.append({profile, files, bytes, ms});
    if (m_past.size() > kMostPast)
        m_past.removeFirst();
    lookAhead();
}

// --- Whether it can start

CaptureSetup::Readiness CaptureSetup::readiness(Step step) const
{
    const Readiness done {State::Pass, {}};
    switch (step) {
    case DeviceStep: {
        if (m_place.program.isEmpty())
            return {State::Warn,
                tr("dumpscope-cli is not in this program's folder. Captures need it; install the whole "
                   "package.")};
        const Device* const chosen = device();
        if (!chosen)
            return m_looking > 0 ? Readiness {State::Running, tr("Looking for devices.")}
                                 : Readiness {State::Unpaired, tr("Choose a device.")};
        return chosen->trouble.isEmpty() ? done : Readiness {State::Warn, chosen->trouble};
    }
    case ModelStep:
        if (m_profile.model.empty())
            return {State::Unpaired, tr("Choose a model: .onnx, or .om for an NPU.")};
        if (!m_modelProblem.isEmpty())
            return {State::Warn, m_modelProblem};
        if (m_model.format == QLatin1String("OM") && device() && device()->isCpu())
            return {State::Warn, tr("The CPU device runs .onnx only. Choose an NPU, or the original model.")};
        return m_model.isThere() ? done : Readiness {State::Running, tr("Reading the model.")};
    case InputStep: {
        for (std::size_t i = 0; i < m_profile.inputs.size(); ++i) {
            const std::string& input = m_profile.inputs[i];
            if (input.empty())
                return {State::Unpaired, tr("Input %1 has no values.").arg(i)};
            if (!core::parseInputFill(input) && !QFileInfo(fromCore(input)).isReadable())
                return {State::Warn, tr("%1 cannot be read.").arg(fromCore(input))};
        }
        if (m_profile.inputs.empty() && !m_model.isThere())
            return {State::Unpaired, tr("The model determines its inputs.")};
        return done;
    }
    case DumpStep: {
        if (m_profile.output.empty())
            return {State::Unpaired, tr("Choose a folder for the dump.")};
        if (const core::AclFinding* const error = m_check.firstError())
            return {State::Warn, coreAdvice(error->message, error->fix)};
        if (m_check.isValid() && !m_check.config.isEnabled())
            return {State::Unpaired, tr("Nothing would be dumped.")};
        if (const auto why = m_check.isValid() && m_model.names
                ? core::whyNothingIsChosen(m_check.config, *m_model.names)
                : std::nullopt)
            return {State::Warn, coreSentence(*why)};
        if (m_folderProblem)
            return {State::Warn, coreError(*m_folderProblem)};
        if (!m_estimate.hasRoom())
            return {State::Warn,
                tr("%1 needed, %2 free. Choose fewer operators or another folder.")
                    .arg(byteSize(*m_estimate.bytes), byteSize(*m_estimate.free))};
        return done;
    }
    }
    return done;
}

bool CaptureSetup::isReady() const
{
    return std::ranges::all_of(std::array {DeviceStep, ModelStep, InputStep, DumpStep},
        [this](Step step) { return readiness(step).state == State::Pass; });
}

QString CaptureSetup::obstacle() const
{
    for (const Step step : {DeviceStep, ModelStep, InputStep, DumpStep}) {
        if (const Readiness one = readiness(step); one.state != State::Pass)
            return one.why;
    }
    return {};
}

QString CaptureSetup::commandLine() const
{
    if (!m_file.isEmpty() && !isModified())
        return fromCore(core::commandText(core::CaptureRequest {.profileFile = m_file.toStdString()}));
    return fromCore(core::commandText(core::CaptureRequest {.form = "model", .profile = m_profile}));
}

bool CaptureSetup::isSettled() const
{
    const auto isOver = [](const LatestOnly& slot) { return !slot.task() || slot.task()->isOver(); };
    return m_looking == 0 && isOver(m_modelTask) && isOver(m_aheadTask);
}

} // namespace dumpscope::gui
