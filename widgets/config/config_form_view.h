// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/config_kind.h"

#include <QScrollArea>
#include <QTimer>

#include <optional>
#include <vector>

class QFormLayout;
class QLabel;

namespace dumpscope::gui {

/// The fields of a configuration as widgets, made from what the rules say of each key. It keeps no values of
/// its own: it asks for a change and is given the new fields. GUI thread.
class ConfigFormView : public QScrollArea {
    Q_OBJECT
public:
    explicit ConfigFormView(QWidget* parent = nullptr);

    /// Widgets of fields that are still there stay, with what is being typed into them.
    void setFields(std::vector<core::ConfigField> fields);
    void setProblems(const std::vector<core::ConfigProblem>& problems);
    [[nodiscard]] const std::vector<core::ConfigField>& fields() const { return m_fields; }
    /// The widget of a field for tests and focus; null if there is none.
    [[nodiscard]] QWidget* editorOf(const std::string& path) const;
    /// What is typed and not yet notified, is notified now.
    void flush();

signals:
    /// `json` empty: take it out.
    void edited(const QString& path, const QString& json);
    void pickRequested(const QString& path); ///< operators for this field

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Row {
        QLabel* label = nullptr;
        QWidget* editor = nullptr;
    };
    void rebuild();
    void fill(std::size_t i);
    void mark(std::size_t i);
    [[nodiscard]] QWidget* makeEditor(const core::ConfigField& field, QWidget* parent);
    [[nodiscard]] QWidget* makeChoice(const core::ConfigField& field, QWidget* parent);
    [[nodiscard]] QWidget* makeChoices(const core::ConfigField& field, QWidget* parent);
    [[nodiscard]] QWidget* makeLine(const core::ConfigField& field, QWidget* parent);
    [[nodiscard]] QWidget* makeList(const core::ConfigField& field, QWidget* parent);
    [[nodiscard]] QWidget* makeItem(const core::ConfigField& field, QWidget* parent);
    void later(const QString& path, const QString& json);

    std::vector<core::ConfigField> m_fields;
    std::vector<core::ConfigProblem> m_problems;
    std::vector<Row> m_rows;
    QString m_pendingPath, m_pendingJson;
    QTimer m_due;
    bool m_isFilling = false;
};

} // namespace dumpscope::gui
