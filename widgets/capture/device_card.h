// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/capture_setup.h"

#include <QAbstractButton>

namespace dumpscope::gui {

/// What a card and a line of the start page say of a device.
[[nodiscard]] QString deviceTitle(const CaptureSetup::Device& device);
[[nodiscard]] QString deviceFacts(const CaptureSetup::Device& device);

/// A device to choose: name, version, memory, whether it is ready and why not.
class DeviceCard : public QAbstractButton {
    Q_OBJECT
public:
    explicit DeviceCard(const CaptureSetup::Device& device, QWidget* parent = nullptr);
    [[nodiscard]] const CaptureSetup::Device& device() const { return m_device; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    CaptureSetup::Device m_device;
};

} // namespace dumpscope::gui
