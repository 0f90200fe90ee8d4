// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "async/task_runner.h"
#include "capture/capture_place.h"
#include "capture/model_facts.h"
#include "common/glyphs.h"
#include "config/operators_pointer.h"

#include <QObject>

#include <optional>

namespace dumpscope::gui {

/// What a capture on a device is asked for, and what is known of it before it starts: devices, the model,
/// what the runtime will say to the configuration, how much will come. GUI thread; looks in tasks.
class CaptureSetup : public QObject {
    Q_OBJECT
public:
    struct Device {
        QString runtime; ///< as of a profile: a path, or "cpu"
        int id = 0;
        QString name, version;
        QString trouble; ///< why it cannot be used, in the runtime's words; empty: ready
        quint64 memoryFree = 0, memoryTotal = 0;
        [[nodiscard]] bool isCpu() const { return runtime == QLatin1String("cpu"); }
    };
    /// What a capture will write, as far as it can be known.
    struct Estimate {
        std::optional<quint64> files, bytes;
        std::optional<qint64> ms;
        std::optional<quint64> free; ///< bytes on the disk
        [[nodiscard]] bool hasRoom() const { return !bytes || !free || *bytes < *free; }
    };
    enum Step : std::uint8_t { DeviceStep, ModelStep, InputStep, DumpStep };
    /// How far one of the four steps is: ● done, ▲ needs attention, □ missing.
    struct Readiness {
        State state = State::Unpaired;
        QString why; ///< what is missing or wrong, and what helps; empty when done
    };

    CaptureSetup(TaskRunner& tasks, CapturePlace place, QObject* parent = nullptr);

    [[nodiscard]] const CapturePlace& place() const { return m_place; }
    [[nodiscard]] const core::CaptureProfile& profile() const { return m_profile; }
    void setProfile(const core::CaptureProfile& profile);
    /// Changes one thing about the profile.
    template<typename Change> void edit(const Change& change)
    {
        core::CaptureProfile changed = m_profile;
        change(changed);
        setProfile(changed);
    }
    /// Everything at its beginning, for a model that is to be chosen.
    void reset();

    /// Where it was loaded from or saved to; empty: nowhere.
    [[nodiscard]] const QString& file() const { return m_file; }
    [[nodiscard]] bool isModified() const { return m_profile != m_saved; }
    /// The model's name, or that of the file.
    [[nodiscard]] QString name() const;
    [[nodiscard]] core::Result<void> load(const QString& path);
    [[nodiscard]] core::Result<void> save(const QString& path);

    [[nodiscard]] const QList<Device>& devices() const { return m_devices; }
    [[nodiscard]] bool isLooking() const { return m_looking > 0; }
    void findDevices();
    /// The one the profile means; null while it is not known.
    [[nodiscard]] const Device* device() const;
    void chooseDevice(const Device& device);

    [[nodiscard]] const ModelFacts& model() const { return m_model; }
    /// What the runtime will make of the configuration.
    [[nodiscard]] const core::AclCheck& check() const { return m_check; }
    [[nodiscard]] const Estimate& estimate() const { return m_estimate; }
    /// Operators of the model with their sizes, as far as known.
    void setOperators(const OperatorsPointer& operators);
    /// What came of a run with this profile, for the next estimate.
    void remember(const core::CaptureProfile& profile, quint64 files, quint64 bytes, qint64 ms);

    [[nodiscard]] Readiness readiness(Step step) const;
    [[nodiscard]] bool isReady() const;
    /// The first thing that keeps it from starting.
    [[nodiscard]] QString obstacle() const;
    /// The line that captures the same.
    [[nodiscard]] QString commandLine() const;
    [[nodiscard]] bool isSettled() const;

signals:
    void changed(); ///< the profile
    void devicesChanged();
    void modelChanged();
    void factsChanged(); ///< check or estimate
    void fileChanged();

private:
    void ask(const QString& runtime);
    void takeDevices(const QString& runtime, const core::CaptureEvent& found, const QString& trouble);
    void readModel();
    void fitInputs();
    void renameModel();
    void lookAhead();

    TaskRunner& m_tasks;
    TaskRunner m_waiting; ///< for answers of devices, which may take long
    CapturePlace m_place;
    core::CaptureProfile m_profile, m_saved;
    QString m_file;
    QList<Device> m_devices;
    int m_looking = 0;
    ModelFacts m_model;
    QString m_namedModel; ///< whose name the configuration may have; the last one that could be read
    QString m_modelProblem;
    core::AclCheck m_check;
    std::optional<core::Error> m_folderProblem; ///< why the folder of the dump cannot be made
    Estimate m_estimate;
    struct Past {
        core::CaptureProfile profile;
        quint64 files, bytes;
        qint64 ms;
    };
    QList<Past> m_past;
    OperatorsPointer m_operators; ///< of the model
    LatestOnly m_modelTask, m_aheadTask;
};

} // namespace dumpscope::gui
