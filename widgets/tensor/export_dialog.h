// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/file_export_dialog.h"
#include "tensor/tab_drawing.h"
#include "tensor/tensor_document.h"

namespace dumpscope::gui {

/// A tensor, the slice of it that is shown, or what a tab makes of it.
class ExportDialog : public FileExportDialog {
    Q_OBJECT
public:
    /// `drawing`: what the tab in front draws itself, offered first.
    explicit ExportDialog(TensorDocument& document, std::optional<TabDrawing> drawing = std::nullopt,
        QWidget* parent = nullptr);

private:
    [[nodiscard]] QStringList inputs() const override;
    void write(const QString& what, const QString& path, Answer answer) override;
    [[nodiscard]] QString commandFor(const QString& what) const override;
    [[nodiscard]] QStringList remarksOn(const QString& what) const override;
    [[nodiscard]] bool isReady() const override { return m_document.isReady(); }
    void fillChoices();
    [[nodiscard]] QString suggestedName() const;

    TensorDocument& m_document;
    std::optional<TabDrawing> m_drawing; ///< until the slice changes
};

} // namespace dumpscope::gui
