// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/config_verdict.h"
#include "kit/panel.h"

#include <QJsonObject>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <memory>
#include <optional>

class QMenu;
class QSplitter;

namespace dumpscope::core {
struct DumpPreset;
}

namespace dumpscope::gui {

class ConfigBar;
class ConfigFormView;
class ModelOperators;

/// A dump configuration as form and as text, side by side. What is typed in one shows in the other; the
/// verdict of whoever will read the file is computed off the GUI thread, the newest text wins. Saves
/// anywhere (atomically), estimates files and bytes for the graph or dump that is open. GUI thread.
class ConfigEditor : public QWidget {
    Q_OBJECT
public:
    explicit ConfigEditor(Workbench& workbench, QWidget* parent = nullptr);

    [[nodiscard]] QString text() const;
    /// One step of undo. `kind`: "acl", "mindspore", "msprobe" or "tf"; empty: what the text looks like.
    void setText(const QString& text, const QString& kind = {});
    [[nodiscard]] QString kind() const;
    /// A new configuration of this kind that asks for the same as the present one.
    void convertTo(const QString& kind);
    /// A configuration that captures the operators of these tensors and their neighbours, in the words of
    /// what the dump was made with. What is shown is the one it was made with, if it is of that kind. Its
    /// presets are offered for these tensors until another file is opened.
    void captureMore(std::shared_ptr<const core::DumpIndex> index, std::vector<core::TensorId> asked);
    /// Limits the kinds that are offered; all of them to begin with.
    void setKinds(const QStringList& kinds);

    /// The model it is for, of which operators are picked; empty: what is open in the window.
    void setModel(const QString& path);

    /// Where it was opened or saved; empty for a new one.
    [[nodiscard]] QString file() const;
    [[nodiscard]] bool isModified() const;
    /// Reads in the background; failures are reported in the problem list.
    void open(const QString& path);
    /// Writes in the background, atomically. `saved`: called when all of the text is in the file.
    void save(const QString& path, std::function<void()> saved = {});

    /// The verdict on the text that is shown; null until it is there.
    [[nodiscard]] std::shared_ptr<const core::ConfigReport> report() const;
    [[nodiscard]] bool isValid() const;
    /// False while a verdict or an estimate is still awaited.
    [[nodiscard]] bool isSettled() const;
    /// What would be written; nullopt where nothing is known about the model, or the text is refused.
    [[nodiscard]] std::optional<core::DumpEstimate> estimate() const;
    /// The line of a shell or of the program that makes it read `file()`; empty where there is none.
    [[nodiscard]] QString usage() const;

    [[nodiscard]] QJsonObject saveView() const;
    void restoreView(const QJsonObject& view);

signals:
    void moreDrafted(const QString& kind); ///< captureMore is done, for a configuration of this kind
    void changed();                        ///< text or kind
    void fileChanged();                    ///< its path, or whether it is modified
    void checked();                        ///< the verdict on the newest text is there

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] const core::ConfigKind* current() const; ///< null: nobody knows the text
    void askWhatToOpen();
    void askWhereToSave();
    void retranslate();
    void showNew(const QString& text, const QString& kind);
    void showKind();
    void layOut();
    void textChanged();
    [[nodiscard]] core::ConfigText config() const;
    void check();
    void take(std::shared_ptr<const ConfigVerdict> verdict);
    void showWords();
    void writeField(const QString& path, const QString& json);
    void report(const core::Error& error);
    void takeDraft(const QString& kind, std::function<core::Result<core::ConfigDraft>()> write);
    void rewriteFor(const QString& generation);
    void fillPresets();
    void fillNextPresets(QMenu& menu);
    void draftNext(const core::DumpPreset& preset);
    void applyPreset(const core::DumpPreset& preset);
    void followModel();
    void pickOperators(const QString& path);

    Workbench& m_workbench;
    ConfigKindsPointer m_kinds;
    QStringList m_offered;
    ConfigFormView* m_form;
    CodeEdit* m_text;
    SentenceList* m_words;
    QSplitter* m_halves;
    ConfigBar* m_bar = nullptr;
    ModelOperators* m_model = nullptr;
    QTimer m_due;
    QString m_kind, m_file;
    std::shared_ptr<const ConfigVerdict> m_verdict;
    std::vector<core::ConfigLoss> m_lost;
    core::Message m_origin; ///< where the operators of the text are from; may be empty
    QString m_lostOf;       ///< the text that `m_lost` and `m_origin` are about
    /// What is to be captured next; no index: nobody asked.
    struct Asked {
        std::shared_ptr<const core::DumpIndex> index;
        std::vector<core::TensorId> tensors;
    };
    Asked m_asked;
    LatestOnly m_checking, m_drafting, m_reading, m_writing;
    bool m_isStale = true;      ///< the verdict is about another text
    QString m_formKind;         ///< of what the form shows
    bool m_isFormOlder = false; ///< the form shows the last text that could be read
};

} // namespace dumpscope::gui
