// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/byte_text.h"
#include "io/json_reader.h"
#include "readers/format_registry.h"

namespace dumpscope::core {

namespace {

/// `model_tree.json` of msit's hooks: modules and their classes (docs/formats/llm-era.md 5).
class MsitModuleTreeReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "msit-module-tree",
            .title = Form<0>("msit module tree"),
            .patterns = {"model_tree.json"},
            .can = {.index = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        if (probe.name != "model_tree.json")
            return {0, phrase("not named %1", "model_tree.json")};
        const std::string_view head = asText(probe.head);
        const bool hasKeys = head.find("\"name\"") != std::string_view::npos
            && head.find("\"type\"") != std::string_view::npos;
        return {hasKeys ? 90 : 0, phrase("names and types of modules in model_tree.json")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext& task) const override
    {
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        FileContents contents;
        Handler handler(contents, task);
        const auto scanned = scanJson(asText(bytes.span()), handler);
        TRY_VOID(bytes.check());
        TRY_VOID(task.checkStop());
        if (!scanned)
            contents.problems.push_back(
                {Severity::Error, scanned.error().code, scanned.error().place, scanned.error().message});
        return contents;
    }

private:
    /// Name and type stand before the children.
    class Handler final : public JsonHandler {
    public:
        Handler(FileContents& contents, const TaskContext& task)
            : m_contents(contents)
            , m_task(task)
        {
        }
        bool beginObject() override
        {
            m_name.clear();
            return goOn();
        }
        bool key(std::string_view name) override
        {
            m_key = name;
            return goOn();
        }
        bool string(std::string_view value) override
        {
            constexpr std::size_t kMost = 1'000'000;
            if (m_key == "name")
                m_name = value;
            else if (m_key == "type" && !m_name.empty() && m_contents.moduleTypes.size() < kMost)
                m_contents.moduleTypes.emplace_back(m_name, value);
            return goOn();
        }
        bool endObject() override { return goOn(); }
        bool beginArray() override { return goOn(); }
        bool endArray() override { return goOn(); }
        bool number(std::string_view) override { return goOn(); }
        bool boolean(bool) override { return goOn(); }
        bool null() override { return goOn(); }

    private:
        [[nodiscard]] bool goOn() const { return !m_task.stop.stop_requested(); }

        FileContents& m_contents;
        const TaskContext& m_task;
        std::string m_key, m_name;
    };
};

} // namespace

void register_msit_module_tree_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<MsitModuleTreeReader>());
}

} // namespace dumpscope::core
