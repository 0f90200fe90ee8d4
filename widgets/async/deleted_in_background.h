// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QThreadPool>

#include <memory>
#include <utility>

namespace dumpscope::gui {

/// A value that takes a while to go: whoever lets go of it last does not wait for it.
template<typename T> std::shared_ptr<const T> deletedInBackground(T&& value)
{
    return {new T(std::move(value)),
        [](const T* gone) { QThreadPool::globalInstance()->start([gone] { delete gone; }); }};
}

} // namespace dumpscope::gui
