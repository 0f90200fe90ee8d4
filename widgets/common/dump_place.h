// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QDir;

namespace dumpscope::gui {

/// Whether this is the path of a dump on another machine, ssh://HOST/PATH.
[[nodiscard]] bool isRemotePlace(const QString& path);
/// The one text for a dump that is opened: an absolute, clean path, relative ones from `folder` or from the
/// current one; that of another machine without a slash at its end.
[[nodiscard]] QString dumpPlace(const QString& path);
[[nodiscard]] QString dumpPlace(const QString& path, const QDir& folder);
/// Whether there is such a file or folder. Of another machine nobody knows before it is asked.
[[nodiscard]] bool mayBeThere(const QString& path);

} // namespace dumpscope::gui
