// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "documents/annotations.h"
#include "documents/problem_list.h"
#include "views/panel.h"

namespace dumpscope::gui {

/// Everything that lives as long as the program; created once by main and handed down.
struct Services {
    explicit Services(std::shared_ptr<const core::FormatRegistry> formats)
        : session(tasks, std::move(formats))
        , selection(session)
        , problems(session, tasks)
        , workbench {session, selection, tasks, actions, problems, annotations}
    {
        registerBuiltinPanels(panels);
    }

    TaskRunner tasks;
    ActionRegistry actions;
    Session session;
    Selection selection;
    ProblemList problems;
    Annotations annotations;
    PanelRegistry panels;
    Workbench workbench;
};

} // namespace dumpscope::gui
