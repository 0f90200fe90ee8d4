// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index_builder.h"
#include "readers/format_registry.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dumpscope::test {

/// An index without files: rows as a reader would give them, folder by folder.
class MemoryDump {
public:
    explicit MemoryDump(std::string root = anotherRoot())
        : m_formats(formats())
        , m_builder(std::make_shared<Tree>(std::move(root)), m_formats)
    {
    }

    /// Following tensors stand in this folder.
    MemoryDump& folder(std::string_view path, core::FolderFacts facts)
    {
        m_folder = m_builder.addFolder(path, std::move(facts));
        return *this;
    }

    struct Tensor {
        std::string opName = {}, opType = {};
        core::Io io = core::Io::Output;
        std::int32_t slot = 0;
        core::Shape shape {2, 3};
        core::DType dtype = core::DType::Float32;
        std::string entry = {};
        std::vector<double> statistics = {}; ///< max, min, mean, l2norm; empty: none
        std::string digest = {};
        std::vector<double> nonFinite = {};    ///< counts of NaN, -infinity and +infinity; empty: none
        bool isTimed = true;                   ///< has a time stamp
        std::uint64_t address = 0, bytes = 0;  ///< on the device
        std::optional<std::int64_t> step = {}; ///< other than the folder's
        bool endsStepBefore = false;
    };
    /// One tensor in a file of its own; time stamps follow the calls.
    MemoryDump& add(const Tensor& tensor)
    {
        if (!m_folder.isValid())
            folder("", {});
        const core::FileId file
            = m_builder.addFile(m_folder, {"t" + std::to_string(++m_count) + ".npy", 0, 0}, {});
        core::FileContents contents;
        if (tensor.statistics.empty() && tensor.digest.empty() && tensor.nonFinite.empty()) {
            core::TensorRecord record;
            record.opName = tensor.opName;
            record.opType = tensor.opType;
            record.io = tensor.io;
            record.slot = tensor.slot;
            record.shape = tensor.shape;
            record.dtype = tensor.dtype;
            record.entry = tensor.entry;
            record.timestamp = tensor.isTimed ? m_count : 0;
            record.address = tensor.address;
            record.bytes = tensor.bytes;
            record.step = tensor.step;
            record.endsStepBefore = tensor.endsStepBefore;
            record.state = core::TensorState::Unsupported; // there is nothing to open
            contents.tensors.push_back(std::move(record));
        } else {
            contents.statistics = statisticRow(tensor);
        }
        m_builder.addContents(file, 0, {}, std::move(contents));
        return *this;
    }

    std::shared_ptr<const core::DumpIndex> finish() { return m_builder.finish({}, core::Arena()).value(); }

private:
    /// Dumps in one folder would be the same dump.
    static std::string anotherRoot()
    {
        static int made = 0;
        return "/memory/" + std::to_string(++made);
    }
    class Tree : public core::FileTree {
    public:
        explicit Tree(std::string root)
            : m_root(std::move(root))
        {
        }
        const std::string& root() const override { return m_root; }
        core::Result<void> walk(
            bool, core::TaskContext&, const std::function<core::Result<void>(core::WalkedBatch&&)>&) override
        {
            return {};
        }
        std::unique_ptr<core::Source> open(
            const std::string& path, std::uint64_t size, const std::stop_token& /*stop*/) const override
        {
            return core::makeFileSource(m_root + '/' + path, path, size);
        }
        std::string absoluteFolder(const std::string& folder) const override { return m_root + '/' + folder; }

    private:
        std::string m_root;
    };
    class NoReader : public core::Reader {
    public:
        const core::ReaderInfo& info() const override { return m_info; }
        core::Claim probe(const core::FileProbe&) const override { return {}; }
        core::Result<core::FileContents> read(const core::FileContext&, core::TaskContext&) const override
        {
            return core::FileContents {};
        }

    private:
        core::ReaderInfo m_info {"memory", "Memory", {}, {}, 50};
    };
    static std::shared_ptr<const core::FormatRegistry> formats()
    {
        auto registry = std::make_shared<core::FormatRegistry>();
        registry->add(std::make_unique<NoReader>());
        return registry;
    }

    std::shared_ptr<const core::StatisticTable> statisticRow(const Tensor& tensor) const
    {
        auto table = std::make_shared<core::StatisticTable>();
        core::StringPool& strings = table->strings;
        table->opName.push_back(strings.intern(tensor.opName));
        table->opType.push_back(strings.intern(tensor.opType));
        table->io.push_back(tensor.io);
        table->slot.push_back(tensor.slot);
        table->task.push_back(core::StatisticTable::kNone);
        table->stream.push_back(core::StatisticTable::kNone);
        table->timestamp.push_back(tensor.isTimed ? m_count : 0);
        table->dataSize.push_back(0);
        table->dtype.push_back(tensor.dtype);
        table->dtypeText.push_back(core::StringId(0U));
        table->shapeText.push_back(strings.intern(core::shapeText(tensor.shape)));
        table->formatText.push_back(core::StringId(0U));
        if (!tensor.entry.empty())
            table->entry.push_back(strings.intern(tensor.entry));
        table->line.push_back(2);
        table->problem.push_back(core::MessageId(0U));
        using Field = core::StatisticTable::Field;
        const Field fields[] {Field::Max, Field::Min, Field::Mean, Field::L2Norm};
        for (std::size_t i = 0; i < tensor.statistics.size(); ++i)
            table->values[static_cast<std::size_t>(fields[i])].push_back(tensor.statistics[i]);
        const Field counts[] {Field::NanCount, Field::NegInfCount, Field::PosInfCount};
        for (std::size_t i = 0; i < tensor.nonFinite.size(); ++i)
            table->values[static_cast<std::size_t>(counts[i])].push_back(tensor.nonFinite[i]);
        if (!tensor.digest.empty())
            table->digests.push_back({"md5", {strings.intern(tensor.digest)}});
        return table;
    }

    std::shared_ptr<const core::FormatRegistry> m_formats;
    core::DumpIndexBuilder m_builder;
    core::FolderId m_folder;
    std::uint64_t m_count = 0;
};

} // namespace dumpscope::test
