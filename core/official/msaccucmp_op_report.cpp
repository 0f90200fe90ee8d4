// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/report/report.h"
#include "io/atomic_file.h"
#include "official/msaccucmp_element_error.h"
#include "official/msaccucmp_result.h"
#include "official/official_cell.h"
#include "tensor/npy_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <queue>
#include <span>

namespace dumpscope::core {

namespace {

std::string numberText(double value)
{
    return std::isnan(value) ? "nan" : fmt::format("{:.6f}", value);
}

/// Coordinates of an element as the tool's layouts have them, and what it calls them.
class Coordinates {
public:
    explicit Coordinates(const Shape& shape)
        : m_shape(shape)
    {
        m_title = shape.size() <= 4 ? "N C H W" : shape.size() == 5 ? "N C D H W" : "ID";
    }

    [[nodiscard]] std::string_view title() const { return m_title; }
    [[nodiscard]] std::string text(std::uint64_t index) const
    {
        if (m_shape.size() > 5)
            return std::to_string(index);
        std::array<std::uint64_t, 5> places {};
        for (std::size_t i = m_shape.size(); i-- > 0;) {
            const auto size = static_cast<std::uint64_t>(m_shape[i]);
            places[i] = index % size;
            index /= size;
        }
        const std::size_t count = std::max<std::size_t>(m_shape.size(), 4);
        return fmt::format(
            "{}", fmt::join(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(count), " "));
    }

private:
    Shape m_shape;
    std::string_view m_title;
};

/// The elements with the largest errors; what is not finite ranks as 0 (docs/formats/comparison.md 4.1).
class Ranking {
public:
    Ranking(double MsaccucmpElement::*error, std::size_t room)
        : m_error(error)
        , m_room(room)
    {
    }

    void add(const MsaccucmpElement& element)
    {
        const Entry entry {rank(element), element};
        if (m_entries.size() < m_room) {
            m_entries.push(entry);
        } else if (m_room > 0 && m_entries.top() > entry) {
            m_entries.pop();
            m_entries.push(entry);
        }
    }

    /// What is not finite first, then by falling error.
    [[nodiscard]] std::vector<MsaccucmpElement> taken()
    {
        std::vector<MsaccucmpElement> elements;
        for (; !m_entries.empty(); m_entries.pop())
            elements.push_back(m_entries.top().element);
        std::ranges::reverse(elements);
        std::stable_partition(elements.begin(), elements.end(),
            [this](const MsaccucmpElement& element) { return std::isnan(element.*m_error); });
        return elements;
    }

private:
    struct Entry {
        double error;
        MsaccucmpElement element;
        /// The queue's top is the smallest error, of equals the first element.
        bool operator<(const Entry& other) const
        {
            return error != other.error ? error > other.error : element.index > other.element.index;
        }
        bool operator>(const Entry& other) const
        {
            return other < *this && (error != other.error || element.index != other.element.index);
        }
    };
    double rank(const MsaccucmpElement& element) const
    {
        return std::isnan(element.*m_error) ? 0 : element.*m_error;
    }

    double MsaccucmpElement::*m_error;
    std::size_t m_room;
    std::priority_queue<Entry> m_entries;
};

/// Smallest and largest of an error.
struct Extent {
    std::optional<double> least, most;

    void add(double error)
    {
        const double value = std::isnan(error) ? 0 : error;
        least = std::min(least.value_or(value), value);
        most = std::max(most.value_or(value), value);
    }
    static std::string text(const std::optional<double>& value) { return value ? numberText(*value) : "-"; }
};

/// What `msaccucmp compare -op` writes of one tensor: all elements, the largest errors, a summary, and the
/// target itself, in files whose names begin alike.
class MsaccucmpOpReport : public ComparisonReport {
public:
    std::string_view option() const override { return "msaccucmp-op"; }
    Message title() const override { return phrase("msaccucmp, one operator"); }
    Message help() const override
    {
        return phrase("Write the files of msaccucmp compare -op for one tensor (%1) to %2",
            "--official op=NAME", "FILE.npy, FILE_summary.txt, ...");
    }

    Result<void> write(const Comparison& comparison, const ReportFacts& facts, const std::string& path,
        TaskContext& task) const override
    {
        const PairTable& pairs = *comparison.pairs;
        const OfficialOptions& options = facts.official;
        if (options.operatorName.empty())
            return fail(Code::Usage, phrase("which operator? --official op=NAME, and input=N or output=N"),
                {.file = path});
        TRY_ASSIGN(const MsaccucmpResult result,
            MsaccucmpResult::make(pairs.target(), pairs.golden(), facts.ruleFiles, pairs.metrics(), options));
        TRY_ASSIGN(const std::vector<MsaccucmpJob> jobs, result.jobs(task));
        const std::string tensor = fmt::format(
            "{}:{}:{}", options.operatorName, options.isInput ? "input" : "output", options.slot);
        const auto job = std::ranges::find_if(
            jobs, [&](const MsaccucmpJob& line) { return line.tensor == tensor && line.pair.has_value(); });
        if (job == jobs.end())
            return fail(Code::NotFound,
                phrase("%1 is not a tensor of both sides; the table of --msaccucmp-csv names them", tensor),
                {.file = path});
        TRY_ASSIGN(const MsaccucmpResult::OpenPair opened, result.open(*job, task));
        if (!opened.reason.empty())
            return fail(Code::Unsupported, phrase("%1: %2", tensor, opened.reason), {.file = path});
        return Files(*job, opened, options, path).write(task);
    }

private:
    class Files {
    public:
        Files(const MsaccucmpJob& job, const MsaccucmpResult::OpenPair& opened,
            const OfficialOptions& options, const std::string& stem)
            : m_job(job)
            , m_opened(opened)
            , m_options(options)
            , m_stem(stem)
            , m_arithmetic(opened.target.dtype, opened.golden.dtype)
            , m_coordinates(opened.target.shape)
        {
        }

        Result<void> write(TaskContext& task)
        {
            TRY_ASSIGN(const ElementStream target, ElementStream::make(m_opened.target, Order::Logical));
            TRY_ASSIGN(const ElementStream golden, ElementStream::make(m_opened.golden, Order::Logical));
            if (target.shape() != golden.shape())
                return fail(Code::Unsupported,
                    phrase(
                        "the shapes differ: %1 and %2", shapeText(target.shape()), shapeText(golden.shape())),
                    {.file = m_stem});
            TRY_ASSIGN(AtomicFile array, AtomicFile::create(m_stem + ".npy"));
            TRY_VOID(writeNpy(array, target, fullSlice(target.shape()), NpyWidening::Float32, task.stop));
            TRY_VOID(array.commit());
            const std::uint64_t count = target.count();
            const std::size_t room
                = count < m_options.top ? count - std::min<std::uint64_t>(count, 1) : m_options.top;
            Ranking absolute(&MsaccucmpElement::absolute, room), relative(&MsaccucmpElement::relative, room);
            TRY_VOID(walk(target, golden, absolute, relative, task));
            TRY_VOID(writeRanking("_absolute_error_topn.csv", absolute));
            TRY_VOID(writeRanking("_relative_error_topn.csv", relative));
            return writeSummary(count);
        }

    private:
        Result<void> walk(const ElementStream& target, const ElementStream& golden, Ranking& absolute,
            Ranking& relative, TaskContext& task)
        {
            constexpr std::uint64_t kChunk = 1U << 14U;
            ElementStream::Scratch mine, others;
            std::vector<MsaccucmpElement> elements;
            std::optional<AtomicFile> list;
            for (std::uint64_t at = 0; at < target.count();) {
                TRY_VOID(task.checkStop());
                const std::uint64_t untilNext = m_options.rows - at % m_options.rows;
                const std::uint64_t count = std::min({kChunk, target.count() - at, untilNext});
                m_arithmetic.compute(target.read(at, count, mine), golden.read(at, count, others), elements);
                if (!m_options.leavesElementsOut && at % m_options.rows == 0) {
                    if (list)
                        TRY_VOID(list->commit());
                    TRY_ASSIGN(list, AtomicFile::create(fmt::format("{}_{}.csv", m_stem, at)));
                    TRY_VOID(list->write(header()));
                }
                std::string text;
                for (const MsaccucmpElement& element : elements) {
                    absolute.add(element);
                    relative.add(element);
                    m_absolute.add(element.absolute);
                    m_relative.add(element.relative);
                    if (list)
                        text += line(element, false);
                }
                if (list)
                    TRY_VOID(list->write(text));
                at += count;
            }
            return list ? list->commit() : Result<void>();
        }

        std::string header() const
        {
            return fmt::format(
                "Index,{},NPUDump,GroundTruth,AbsoluteError,RelativeError\n", m_coordinates.title());
        }

        /// The list shows values as they are; the ranking a dash for what is not finite.
        std::string line(const MsaccucmpElement& element, bool isRanked) const
        {
            const auto value = [&](double number, DType dtype) -> std::string {
                if (dtype == DType::Bool)
                    return number != 0 ? "True" : "False";
                return isRanked && !std::isfinite(number) ? "-" : numberText(number);
            };
            const auto error = [&](double number, bool hasWord) -> std::string {
                return std::isnan(number) && !hasWord ? "-" : numberText(number);
            };
            const bool keepsWord = !isRanked && m_arithmetic.hasErrors();
            const std::string relative = error(element.relative, false);
            return fmt::format("{},{},{}\t,{}\t,{}\t,{}{}\n", element.index,
                m_coordinates.text(element.index), value(element.target, m_opened.target.dtype),
                value(element.golden, m_opened.golden.dtype), error(element.absolute, keepsWord), relative,
                relative == "-" && !isRanked ? "" : "\t");
        }

        Result<void> writeRanking(std::string_view suffix, Ranking& ranking) const
        {
            TRY_ASSIGN(AtomicFile file, AtomicFile::create(m_stem + std::string(suffix)));
            std::string text = header();
            for (const MsaccucmpElement& element : ranking.taken())
                text += line(element, true);
            TRY_VOID(file.write(text));
            return file.commit();
        }

        Result<void> writeSummary(std::uint64_t count) const
        {
            std::string golden = m_job.goldenName;
            std::ranges::replace(golden, ',', ' ');
            const Extent none;
            const Extent& absolute = m_arithmetic.hasErrors() ? m_absolute : none;
            const Extent& relative = m_arithmetic.hasErrors() ? m_relative : none;
            TRY_ASSIGN(AtomicFile file, AtomicFile::create(m_stem + "_summary.txt"));
            TRY_VOID(file.write(fmt::format("TotalCount:{}\nNPUDump:{}\nGroundTruth:{}\nFormat:{}\n"
                                            "MinAbsoluteError:{}\nMaxAbsoluteError:{}\n"
                                            "MinRelativeError:{}\nMaxRelativeError:{}\n",
                count, m_job.targetName, golden, m_coordinates.title(), Extent::text(absolute.least),
                Extent::text(absolute.most), Extent::text(relative.least), Extent::text(relative.most))));
            return file.commit();
        }

        const MsaccucmpJob& m_job;
        const MsaccucmpResult::OpenPair& m_opened;
        const OfficialOptions& m_options;
        const std::string& m_stem;
        MsaccucmpArithmetic m_arithmetic;
        Coordinates m_coordinates;
        Extent m_absolute, m_relative;
    };
};

} // namespace

void register_msaccucmp_op_report(ReportRegistry& registry)
{
    registry.add(std::make_unique<MsaccucmpOpReport>());
}

} // namespace dumpscope::core
