// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture_controller.h"

#include "capture/unsaved_profile.h"
#include "common/core_text.h"
#include "config/config_editor.h"
#include "config/unsaved_configuration.h"
#include "main_window.h"

#include <QCloseEvent>
#include <QMessageBox>
#include <QPushButton>
#include <QTimer>

namespace dumpscope::gui {

CaptureController::CaptureController(Services& services, MainWindow& window, QObject* parent)
    : QObject(parent)
    , m_services(services)
    , m_window(window)
{
    addActions();
    window.installEventFilter(this);
    CaptureSession& capture = services.capture;
    connect(&capture, &CaptureSession::arrangementWanted, this, [this](const QByteArray& arrangement) {
        if (!m_closesAfterwards)
            m_window.showArrangement(arrangement);
    });
    connect(&capture, &CaptureSession::dumpWanted, this, &CaptureController::showDump);
    connect(&capture.run(), &CaptureRun::stateChanged, &services.actions, &ActionRegistry::refresh);
    connect(&capture.run(), &CaptureRun::ended, this, [this] {
        m_services.actions.refresh();
        if (m_closesAfterwards)
            QTimer::singleShot(0, &m_window, &QWidget::close);
    });
    connect(&capture.launchSetup(), &LaunchSetup::factsChanged, &services.actions, &ActionRegistry::refresh);
    connect(&capture, &CaptureSession::wayChanged, &services.actions, &ActionRegistry::refresh);
    connect(&capture.setup(), &CaptureSetup::factsChanged, &services.actions, &ActionRegistry::refresh);
    connect(&capture.setup(), &CaptureSetup::devicesChanged, &services.actions, &ActionRegistry::refresh);
    connect(&capture.setup(), &CaptureSetup::modelChanged, &services.actions, &ActionRegistry::refresh);
}

void CaptureController::addActions()
{
    ActionRegistry& actions = m_services.actions;
    CaptureSession& capture = m_services.capture;
    const auto isIdle = [&capture] { return !capture.run().isActive(); };
    actions.handle(
        "capture.start", &m_window,
        [this, &capture] {
            m_window.showArrangement("capture");
            capture.start();
        },
        [&capture] { return capture.canStart(); });
    actions.handle(
        "capture.golden", &m_window,
        [this, &capture] {
            m_window.showArrangement("capture");
            capture.captureGolden();
        },
        [&capture] { return capture.canCaptureGolden(); });
    actions.handle(
        "capture.stop", &m_window, [&capture] { capture.stop(); },
        [&capture] { return capture.run().isActive(); });
    actions.handle(
        "capture.new_profile", &m_window,
        [this, &capture] {
            askBeforeReplacingProfile(&m_window, capture, [&capture] {
                if (capture.way() == CaptureSession::Way::Program) {
                    capture.launchSetup().reset();
                } else {
                    capture.setup().reset();
                    capture.setup().findDevices();
                }
            });
            m_window.showArrangement("capture");
            if (PanelDock* const profile = m_window.dock("capture-profile"))
                m_window.showDock(profile);
        },
        isIdle);
    actions.handle(
        "capture.more", &m_window, [this] { captureMore(); },
        [this] { return m_services.selection.tensor().isValid(); });
    actions.handle("capture.self_test", &m_window, [this] {
        m_window.showArrangement("capture");
        if (PanelDock* const page = m_window.dock("self-test"))
            m_window.showDock(page);
        m_services.actions.trigger("capture.run_self_test");
    });
}

// Of the tensor in front and of those that are marked beside it.
void CaptureController::captureMore()
{
    const TensorRef tensor = m_services.selection.tensor();
    std::vector<core::TensorId> asked {tensor.id};
    for (const MarkedTensors& marked : m_services.selection.marked()) {
        if (marked.root == tensor.root)
            asked.insert(asked.end(), marked.ids.begin(), marked.ids.end());
    }
    m_window.showArrangement("capture");
    PanelDock* const dock = m_window.dock("configuration");
    if (dock == nullptr)
        return;
    m_window.showDock(dock);
    auto* const editor = dock->panel()->findChild<ConfigEditor*>();
    if (editor == nullptr)
        return;
    // Only models are captured on a device; everything else is a program that reads the configuration.
    connect(
        editor, &ConfigEditor::moreDrafted, this,
        [&capture = m_services.capture](const QString& kind) {
            if (kind == QStringLiteral("acl") || capture.run().isActive())
                return;
            capture.setWay(CaptureSession::Way::Program);
            if (fromCore(capture.launchSetup().profile().kind) != kind)
                capture.launchSetup().setKind(kind);
        },
        Qt::SingleShotConnection);
    editor->captureMore(tensor.root->index(), std::move(asked));
}

// What was chosen while it was written stays chosen.
void CaptureController::showDump(OpenedRoot* root, const TensorRef& first)
{
    if (m_services.capture.run().hasWritten(m_services.selection.tensor()))
        return;
    m_services.selection.setScope({root, nullptr});
    m_services.selection.select(first);
}

bool CaptureController::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &m_window && event->type() == QEvent::Close && m_services.capture.run().isActive()) {
        event->ignore();
        askToStop();
        return true;
    }
    if (watched == &m_window && event->type() == QEvent::Close && !m_losesConfiguration) {
        const PanelDock* const dock = m_window.dock("configuration");
        auto* const editor = dock != nullptr ? dock->panel()->findChild<ConfigEditor*>() : nullptr;
        if (editor != nullptr && editor->isModified()) {
            event->ignore();
            askBeforeLosingConfiguration(&m_window, *editor, [this] {
                m_losesConfiguration = true;
                // The question goes first.
                QTimer::singleShot(0, &m_window, &QWidget::close);
            });
            return true;
        }
    }
    return QObject::eventFilter(watched, event);
}

// What was written stays either way.
void CaptureController::askToStop()
{
    if (m_window.findChild<QMessageBox*>(QStringLiteral("capture-question")))
        return;
    auto* const question = new QMessageBox(QMessageBox::Question, tr("Capture"),
        tr("A capture is running. Stop it? What was written is kept."), QMessageBox::NoButton, &m_window);
    question->setObjectName(QStringLiteral("capture-question"));
    question->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* const stop = question->addButton(tr("Stop"), QMessageBox::AcceptRole);
    question->setEscapeButton(question->addButton(tr("Keep running"), QMessageBox::RejectRole));
    question->setDefaultButton(stop);
    connect(stop, &QPushButton::clicked, this, [this] {
        m_closesAfterwards = true;
        if (m_services.capture.run().isActive())
            m_services.capture.stop();
        else
            m_window.close();
    });
    question->open();
}

} // namespace dumpscope::gui
