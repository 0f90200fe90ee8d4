// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/capture_session.h"
#include "comparison/comparisons.h"
#include "comparison/verdict_states.h"
#include "documents/annotations.h"
#include "documents/preferences.h"
#include "documents/problem_list.h"
#include "graph/shown_graph.h"
#include "kit/panel.h"

namespace dumpscope::gui {

/// Everything that lives as long as the program; created once by main and handed down.
struct Services {
    /// `overruled` goes before what the preferences' file says.
    explicit Services(std::shared_ptr<const core::FormatRegistry> formats,
        const QString& preferencesFile = {}, const QList<std::pair<Preference, QVariant>>& overruled = {})
        : preferences(preferencesFile)
        , followed(preferences, actions, overruled)
        , session(tasks, std::move(formats))
        , selection(session)
        , problems(session, tasks)
        , comparisons(session, selection, tasks)
        , verdicts(comparisons, TensorStates::of(session), tasks)
        , graph(session, selection, comparisons, tasks)
        , capture(session, comparisons, tasks)
        , workbench {
              session, selection, tasks, actions, problems, annotations, comparisons, graph, &preferences}
    {
        registerBuiltinPanels(panels);
        const auto takeThreads = [this] { tasks.setThreads(preferences.value(Preference::Threads).toInt()); };
        takeThreads();
        QObject::connect(&preferences, &Preferences::changed, &tasks, takeThreads);
    }

    Preferences preferences;
    TaskRunner tasks;
    ActionRegistry actions;
    /// Before anything that speaks: the language is a preference.
    struct Followed {
        Followed(Preferences& preferences, ActionRegistry& actions,
            const QList<std::pair<Preference, QVariant>>& overruled)
        {
            for (const auto& [preference, value] : overruled)
                preferences.set(preference, value);
            followPreferences(preferences, actions);
        }
    } followed;
    Session session;
    Selection selection;
    ProblemList problems;
    Comparisons comparisons;
    VerdictStates verdicts;
    ShownGraph graph;
    CaptureSession capture;
    Annotations annotations;
    PanelRegistry panels;
    Workbench workbench;
};

} // namespace dumpscope::gui
