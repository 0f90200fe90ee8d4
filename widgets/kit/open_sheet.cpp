// SPDX-License-Identifier: GPL-3.0-or-later
#include "kit/open_sheet.h"

#include <algorithm>

namespace dumpscope::gui {

OpenSheet::OpenSheet(QWidget* parent)
    : QFileDialog(parent, tr("Open dump folders or files"))
{
    setObjectName(QStringLiteral("open-sheet"));
    setAttribute(Qt::WA_DeleteOnClose);
    setOption(QFileDialog::DontUseNativeDialog);
    setFileMode(QFileDialog::ExistingFiles);
    setLabelText(QFileDialog::FileName, tr("Folder or files:"));
}

void OpenSheet::accept()
{
    QStringList paths = selectedFiles();
    if (paths.isEmpty())
        paths = {directory().absolutePath()};
    if (!std::ranges::all_of(paths, [](const QString& path) { return QFileInfo::exists(path); }))
        return QFileDialog::accept(); // says what is missing
    emit chosen(paths);
    done(QDialog::Accepted);
}

} // namespace dumpscope::gui
