// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/config_editor.h"
#include "config/config_verdict.h"
#include "config/model_operators.h"

#include <QTimer>

class QComboBox;
class QSplitter;
class QToolButton;

namespace dumpscope::gui {

class CodeEdit;
class ConfigFormView;
class SentenceList;

using Verdict = std::shared_ptr<const ConfigVerdict>;

struct ConfigEditor::Private {
    explicit Private(Workbench& bench)
        : workbench(bench)
    {
        auto known = std::make_shared<core::ConfigKinds>();
        core::registerConfigKinds(*known);
        kinds = std::move(known);
    }

    [[nodiscard]] const core::ConfigKind* current() const { return kinds->find(kind.toStdString()); }

    Workbench& workbench;
    ConfigKindsPointer kinds;
    QStringList offered;
    QComboBox* kindChoice = nullptr;
    QToolButton *presets = nullptr, *program = nullptr, *undo = nullptr, *redo = nullptr, *showForm = nullptr,
                *showText = nullptr, *open = nullptr, *save = nullptr, *copy = nullptr;
    QSplitter* halves = nullptr;
    ConfigFormView* form = nullptr;
    CodeEdit* text = nullptr;
    SentenceList* words = nullptr;
    QTimer due;
    QString kind, file;
    Reader reader;
    Verdict verdict;
    std::vector<core::ConfigLoss> lost;
    QString lostOf;                  ///< the text that `lost` is about
    ModelOperators* model = nullptr; ///< a child of the editor
    LatestOnly checking, drafting, reading, writing;
    bool isStale = true; ///< the verdict is about another text
};

} // namespace dumpscope::gui
