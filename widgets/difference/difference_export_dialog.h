// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "difference/difference_document.h"
#include "tensor/file_export_dialog.h"

namespace dumpscope::gui {

/// The difference of a pair, or pictures of both sides and of it.
class DifferenceExportDialog : public FileExportDialog {
    Q_OBJECT
public:
    DifferenceExportDialog(DifferenceDocument& document, QWidget* parent = nullptr);

private:
    [[nodiscard]] QStringList inputs() const override;
    void write(const QString& what, const QString& path, Answer answer) override;
    [[nodiscard]] QString commandFor(const QString&) const override { return m_document.commandLine(); }
    [[nodiscard]] QStringList remarksOn(const QString& what) const override;
    [[nodiscard]] bool isReady() const override { return m_document.isReady(); }

    DifferenceDocument& m_document;
};

} // namespace dumpscope::gui
