// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "services.h"

#include "reproduce/suspect_tensors.h"

namespace dumpscope::gui {

class MainWindow;

/// *Export reproducer…* of the tensor in front, with golden's where it is a side of the chosen pair.
class ReproducerController : public QObject {
    Q_OBJECT
public:
    ReproducerController(Services& services, MainWindow& window, QObject* parent = nullptr);

private:
    [[nodiscard]] std::optional<core::ReproducedPair> chosen() const;
    void ask();
    void write(const core::ReproducedPair& pair, const QString& folder, const QString& kind);

    Services& m_services;
    MainWindow& m_window;
};

} // namespace dumpscope::gui
