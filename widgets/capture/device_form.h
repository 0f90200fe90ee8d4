// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/capture_setup.h"
#include "capture/input_model.h"
#include "kit/panel.h"
#include "kit/simple_table.h"

class QButtonGroup;
class QLabel;
class QLineEdit;
class QMenu;
class QSpinBox;
class QToolButton;
class QVBoxLayout;

namespace dumpscope::gui {

class ModelOperators;
class StepHeader;

/// How a model is captured on a device: device, model, inputs and what to dump (docs/window.md 3.4).
/// GUI thread.
class DeviceForm : public QWidget {
    Q_OBJECT
public:
    DeviceForm(Workbench& workbench, CaptureSetup& setup, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void build();
    [[nodiscard]] QWidget* buildModel();
    [[nodiscard]] QWidget* buildInputs();
    void wire();
    void retranslate();
    void showDevices();
    void showModel();
    void showInputs();
    void showReadiness();
    void takeOpenedModel();
    void fill(const QString& text);
    void chooseModel();
    void chooseInput();

    Workbench& m_workbench;
    CaptureSetup& m_setup;
    InputModel* m_inputModel;
    ModelOperators* m_operators;
    StepHeader *m_deviceHead, *m_modelHead, *m_inputHead, *m_dumpHead;
    QVBoxLayout* m_cards;
    QButtonGroup* m_cardGroup;
    QLineEdit* m_modelPath;
    QToolButton *m_browseModel, *m_fillMenu;
    QLabel *m_modelFacts, *m_batchLabel, *m_seedLabel;
    SimpleTable* m_inputs;
    QSpinBox *m_batch, *m_seed;
    QMenu* m_fills;
};

} // namespace dumpscope::gui
