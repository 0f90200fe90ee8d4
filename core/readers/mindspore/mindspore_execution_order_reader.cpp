// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "io/byte_text.h"
#include "readers/file_finding.h"
#include "readers/format_registry.h"
#include "readers/mindspore/mindspore_scope.h"
#include "readers/path_number.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

constexpr std::string_view kHeader = "NodeExecutionOrder-FullNameWithScope";
/// First line of a file of the running-data recorder, which takes the same name
/// (docs/formats/mindspore-dump.md 8).
constexpr std::string_view kRecorderHeader = "execution_order size:";
constexpr std::string_view kOrderStem = "ms_execution_order_graph_";
constexpr std::string_view kGlobalStem = "ms_global_execution_order_graph_";
/// A line costs more memory than it takes on disk; real files stay far below.
constexpr std::size_t kMaxLines = 5'000'000;

struct OrderName {
    bool global = false;
    std::int64_t graphId = 0;
};

std::optional<OrderName> parseOrderName(std::string_view name)
{
    constexpr std::string_view kExtension = ".csv";
    if (!name.ends_with(kExtension))
        return std::nullopt;
    name.remove_suffix(kExtension.size());
    if (const auto graph = pathNumberAfter(name, kOrderStem))
        return OrderName {false, *graph};
    if (const auto graph = pathNumberAfter(name, kGlobalStem))
        return OrderName {true, *graph};
    return std::nullopt;
}

/// Lines of a text without their ends.
class Lines {
public:
    explicit Lines(std::string_view text)
        : m_rest(text)
    {
    }
    bool next(std::string_view& line)
    {
        if (m_rest.empty())
            return false;
        ++m_number;
        const auto end = m_rest.find('\n');
        m_ended = end != std::string_view::npos;
        line = m_rest.substr(0, end);
        m_rest.remove_prefix(m_ended ? end + 1 : m_rest.size());
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        return true;
    }
    [[nodiscard]] std::uint64_t number() const { return m_number; }
    [[nodiscard]] bool ended() const { return m_ended; } ///< the line had an end

private:
    std::string_view m_rest;
    std::uint64_t m_number = 0;
    bool m_ended = true;
};

class OrderParser {
public:
    OrderParser(OrderName name, TaskContext& task)
        : m_task(task)
    {
        m_order.graphId = name.graphId;
        m_order.global = name.global;
    }

    Result<FileContents> parse(std::string_view text)
    {
        Lines lines(text);
        std::string_view line;
        if (!m_order.global && !takeHeader(lines))
            return std::move(m_contents);
        constexpr std::uint64_t kLinesPerCheck = 4096;
        while (lines.next(line)) {
            if (lines.number() % kLinesPerCheck == 0)
                TRY_VOID(m_task.checkStop());
            if (line.empty())
                continue;
            if (m_order.operators.size() + m_order.iterations.size() >= kMaxLines) {
                problem(Severity::Warning, Code::Limit, lines.number(),
                    phrase("only the first %1 lines are kept", kMaxLines));
                break;
            }
            takeLine(line, lines.number());
        }
        if (!lines.ended())
            problem(Severity::Warning, Code::Truncated, lines.number(),
                phrase("the last line has no end; the file may be incomplete"));
        if (m_problems > kMaxProblems)
            m_contents.problems.push_back(
                {Severity::Warning, Code::Limit, {}, phrase("%1 more problems", m_problems - kMaxProblems)});
        m_contents.orders.push_back(std::move(m_order));
        return std::move(m_contents);
    }

private:
    /// False when the file is of another kind; says which.
    bool takeHeader(Lines& lines)
    {
        std::string_view header;
        if (!lines.next(header)) {
            problem(Severity::Warning, Code::Truncated, 1,
                phrase("the file is empty, not even its header line is there"));
            return false;
        }
        if (header.starts_with(kRecorderHeader)) {
            problem(Severity::Warning, Code::Unsupported, 1,
                phrase("an execution order of the running-data recorder, not of the dump"));
            return false;
        }
        if (header == kHeader)
            return true;
        const bool cut = !lines.ended() && kHeader.starts_with(header);
        problem(Severity::Error, cut ? Code::Truncated : Code::BadHeader, 1,
            phrase("the first line is not %1", kHeader));
        return false;
    }

    void takeLine(std::string_view line, std::uint64_t number)
    {
        if (m_order.global) {
            if (const auto iteration = pathNumber(line))
                m_order.iterations.push_back(*iteration);
            else
                problem(Severity::Warning, Code::BadSyntax, number, phrase("not an iteration number"));
            return;
        }
        if (!isUtf8(line))
            problem(Severity::Warning, Code::BadEncoding, number, phrase("the name is not UTF-8"));
        m_order.operators.emplace_back(line);
    }

    void problem(Severity severity, Code code, std::uint64_t row, Message message)
    {
        if (++m_problems <= kMaxProblems)
            m_contents.problems.push_back({severity, code, Place {.row = row}, std::move(message)});
    }

    TaskContext& m_task;
    ExecutionOrder m_order;
    FileContents m_contents;
    std::size_t m_problems = 0;
};

/// Order of operators of a graph, and the iterations it ran in (docs/formats/mindspore-dump.md 8).
class MindsporeExecutionOrderReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "mindspore-order",
            .title = Form<0>("MindSpore execution order"),
            .patterns = {"ms_execution_order_graph_*.csv", "ms_global_execution_order_graph_*.csv"},
            .can = {.index = true, .graph = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        const auto name = parseOrderName(probe.name);
        const std::string_view head = asText(probe.head);
        if (head.starts_with(kHeader) && (!name || !name->global))
            return {95, phrase("the header line of an execution order")};
        if (!name)
            return {0, phrase("neither its name nor its header")};
        if (name->global)
            return {globalConfidence(head), phrase("named like a list of iterations")};
        return {head.starts_with(kRecorderHeader) ? 85 : 60, phrase("named like an execution order")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext& task) const override
    {
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        OrderParser parser(parseOrderName(file.name).value_or(OrderName {}), task);
        TRY_ASSIGN(FileContents contents, parser.parse(asText(bytes.span())));
        TRY_VOID(bytes.check());
        return contents;
    }

    /// The operators as a chain: what is launched one after the other.
    Result<GraphDocument> readGraph(const FileContext& file, TaskContext& task) const override
    {
        TRY_ASSIGN(FileContents contents, read(file, task));
        GraphDocument document;
        document.format = info().id;
        document.problems = std::move(contents.problems);
        if (contents.orders.empty() || contents.orders.front().global)
            return fail(Code::Unsupported, phrase("the file lists iterations or nothing, no operators"));
        const ExecutionOrder& order = contents.orders.front();
        GraphBuilder builder;
        builder.graph().name = "execution order " + std::to_string(order.graphId);
        builder.graph().graphId = order.graphId;
        builder.graph().isEntry = true;
        std::string before;
        for (std::uint32_t i = 0; i < order.operators.size(); ++i) {
            const std::string& name = order.operators[i];
            std::string id = std::to_string(i);
            const std::string_view primitive = primitiveOf(name);
            (void)builder.addNode(id, name, primitive.empty() ? "operator" : primitive, NodeKind::Operator);
            builder.lastNode().execIndex = i;
            if (!before.empty())
                builder.addInput(before, 0, true);
            before = std::move(id);
        }
        document.graphs.push_back(builder.finish(document.problems));
        return document;
    }

private:
    static int globalConfidence(std::string_view head)
    {
        const bool digits = std::ranges::all_of(
            head, [](char c) { return (c >= '0' && c <= '9') || c == '\n' || c == '\r'; });
        return digits ? 90 : 50;
    }
};

} // namespace

void register_mindspore_execution_order_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<MindsporeExecutionOrderReader>());
}

} // namespace dumpscope::core
