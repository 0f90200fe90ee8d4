// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/serving/hf_debugger_tree.h"

#include "base/text.h"
#include "io/json_cursor.h"
#include "readers/statistic_rows.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

using TreeKind = JsonCursor::Kind;
using TreeField = StatisticTable::Field;

constexpr int kMaxTreeDepth = 64;
constexpr std::size_t kMaxTreeRows = 5'000'000;

/// `tensor(1.5000e-01)` or `tensor(0.1500, dtype=torch.float16)`.
std::optional<double> printedNumber(std::string_view text)
{
    constexpr std::string_view kBegin = "tensor(";
    if (text.starts_with(kBegin))
        text.remove_prefix(kBegin.size());
    text = text.substr(0, text.find_first_of(",)"));
    if (text.ends_with('.'))
        text.remove_suffix(1); // Python prints 0.
    return parseDouble(text);
}

/// `[2, 3]` of `torch.Size([2, 3])`.
std::string_view printedShape(std::string_view text)
{
    constexpr std::string_view kBegin = "torch.Size(";
    if (!text.starts_with(kBegin) || !text.ends_with(')'))
        return text;
    return text.substr(kBegin.size(), text.size() - kBegin.size() - 1);
}

/// Name of a file beside the tree; empty for a value that is printed, or that lies elsewhere.
std::string_view fileOfValue(std::string_view text)
{
    if (text.starts_with("./"))
        text.remove_prefix(2);
    return text.ends_with(".safetensors") && text.find('/') == std::string_view::npos ? text
                                                                                      : std::string_view();
}

class HfTreeReader {
public:
    HfTreeReader(std::string_view text, const TaskContext& task)
        : m_cursor(text)
        , m_task(task)
    {
    }

    Result<FileContents> run()
    {
        node(0);
        if (!m_cursor.failed() && !m_cursor.atEnd())
            m_cursor.fail(Code::BadSyntax, phrase("text behind the end of the document"));
        TRY_VOID(m_task.checkStop());
        FileContents contents;
        auto table = m_rows.finish();
        table->dataBeside = true;
        contents.statistics = std::move(table);
        if (m_cursor.failed()) {
            const Error& error = m_cursor.error();
            contents.problems.push_back({Severity::Error, error.code, error.place, error.message});
        }
        return contents;
    }

private:
    bool goOn()
    {
        if (m_task.stop.stop_requested() || m_rows.size() > kMaxTreeRows)
            m_cursor.fail(Code::Limit, phrase("a tree of too many tensors"));
        return !m_cursor.failed();
    }

    /// A module: its path stands first.
    void node(int depth)
    {
        if (m_cursor.kind() != TreeKind::Object || depth > kMaxTreeDepth) {
            if (depth > kMaxTreeDepth)
                m_cursor.fail(Code::Limit, phrase("modules are nested too deeply"));
            m_cursor.skip();
            return;
        }
        const std::uint32_t position = m_nodes++;
        std::string path;
        std::string_view key, text;
        if (!m_cursor.beginObject())
            return;
        while (goOn() && m_cursor.member(key)) {
            if (key == "module_path" && m_cursor.kind() == TreeKind::String) {
                if (m_cursor.string(text))
                    path = text;
            } else if (key == "inputs" || key == "outputs") {
                List list {path, key == "inputs" ? Io::Input : Io::Output, position, 0};
                values(list, depth);
            } else if (key == "children" && m_cursor.kind() == TreeKind::Array) {
                if (m_cursor.beginArray()) {
                    while (goOn() && m_cursor.item())
                        node(depth + 1);
                }
            } else {
                m_cursor.skip();
            }
        }
    }

    /// Inputs or outputs of a module; slots count their tensors.
    struct List {
        std::string module;
        Io io;
        std::uint32_t position;
        std::int32_t tensors;
    };

    void values(List& list, int depth)
    {
        if (depth > kMaxTreeDepth) {
            m_cursor.fail(Code::Limit, phrase("values are nested too deeply"));
            return;
        }
        switch (m_cursor.kind()) {
        case TreeKind::Array:
            if (m_cursor.beginArray()) {
                while (goOn() && m_cursor.item())
                    values(list, depth + 1);
            }
            return;
        case TreeKind::Object:
            object(list, depth);
            return;
        default:
            m_cursor.skip(); // texts of other values
        }
    }

    /// A tensor begins with its shape; anything else is a dictionary of values.
    void object(List& list, int depth)
    {
        StatisticRow row;
        std::string shape, type, file;
        bool isTensor = false, isFirst = true;
        std::string_view key, text;
        if (!m_cursor.beginObject())
            return;
        while (goOn() && m_cursor.member(key)) {
            const bool isText = m_cursor.kind() == TreeKind::String;
            if (isFirst && key == "shape" && isText) {
                isTensor = m_cursor.string(text);
                shape = printedShape(text);
            } else if (!isTensor) {
                values(list, depth + 1);
            } else if (isText) {
                const std::string name(key);
                if (m_cursor.string(text))
                    takeText(name, text, row, type, file);
            } else {
                m_cursor.skip(); // printed values
            }
            isFirst = false;
        }
        if (!isTensor)
            return;
        row.opName = list.module;
        row.io = list.io;
        row.slot = list.tensors++;
        row.position = list.position;
        row.shapeText = shape;
        row.dtypeText = type;
        row.dataName = file;
        m_rows.add(row);
    }

    static void takeText(const std::string& key, std::string_view text, StatisticRow& row, std::string& type,
        std::string& file)
    {
        struct Printed {
            std::string_view key;
            TreeField field;
        };
        constexpr auto kPrinted = std::to_array<Printed>(
            {{"mean", TreeField::Mean}, {"min", TreeField::Min}, {"max", TreeField::Max}});
        if (key == "dtype")
            type = text;
        else if (key == "value")
            file = fileOfValue(text);
        const auto* printed = std::ranges::find(kPrinted, key, &Printed::key);
        if (printed != kPrinted.end())
            row.values[static_cast<std::size_t>(printed->field)] = printedNumber(text);
    }

    JsonCursor m_cursor;
    const TaskContext& m_task;
    StatisticRows m_rows;
    std::uint32_t m_nodes = 0;
};

} // namespace

Result<FileContents> parseHfDebuggerTree(std::string_view text, TaskContext& task)
{
    return HfTreeReader(text, task).run();
}

} // namespace dumpscope::core
