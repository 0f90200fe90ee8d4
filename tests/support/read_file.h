// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memory_source.h"
#include "readers/format_registry.h"
#include "tensor/element_convert.h"
#include "tensor/element_stream.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// One file brought through the registry as openDump does it: name, claim, headers.
class ReadFile {
public:
    ReadFile(const FormatRegistry& formats, std::string_view name, std::vector<std::byte> bytes,
        FolderFacts folder = {})
        : m_name(name)
        , m_folder(std::move(folder))
        , m_source(std::move(bytes), m_name)
        , m_facts(formats.parseName(m_name, m_folder))
    {
        m_head = m_source.read(0, kProbeBytes).value();
        const FileProbe probe {m_name, m_source.size(), m_head.span(), &m_folder, &m_facts};
        m_reader = formats.claim(probe, m_claim, &m_whyNot);
        if (m_reader != nullptr) {
            auto contents = m_reader->read(context(), m_task);
            if (contents)
                m_contents = std::move(*contents);
            else
                m_error = contents.error().text();
        }
    }
    ReadFile(const ReadFile&) = delete;
    ReadFile& operator=(const ReadFile&) = delete;

    [[nodiscard]] std::string family() const
    {
        return m_reader != nullptr ? m_reader->info().id : std::string();
    }
    [[nodiscard]] const Reader* reader() const { return m_reader; }
    [[nodiscard]] const Claim& claim() const { return m_claim; }
    [[nodiscard]] std::string whyNot() const { return m_whyNot.text(); } ///< when nobody claims it
    [[nodiscard]] const std::string& error() const { return m_error; }
    [[nodiscard]] const NameFacts& facts() const { return m_facts; }
    [[nodiscard]] const FileContents& contents() const { return m_contents; }
    [[nodiscard]] const std::vector<TensorRecord>& tensors() const { return m_contents.tensors; }
    [[nodiscard]] std::uint64_t size() const { return m_source.size(); }
    [[nodiscard]] const TensorRecord* find(Io io, int slot, std::string_view entry = {}) const
    {
        for (const TensorRecord& record : m_contents.tensors) {
            if (record.io == io && record.slot == slot && record.entry == entry)
                return &record;
        }
        return nullptr;
    }
    /// As later, when the head is not at hand any more.
    [[nodiscard]] Result<TensorView> open(const TensorRecord& record)
    {
        return m_reader->open(laterContext(), record.ordinal, m_task);
    }
    [[nodiscard]] Result<GraphDocument> readGraph() { return m_reader->readGraph(laterContext(), m_task); }
    [[nodiscard]] std::string described(const TensorRecord& record, std::string_view key)
    {
        for (const auto& [name, value] : m_reader->describe(laterContext(), record.ordinal, m_task)) {
            if (name == key)
                return value.text();
        }
        return {};
    }
    [[nodiscard]] bool hasProblem(Code code) const
    {
        for (const Diagnostic& problem : m_contents.problems) {
            if (problem.code == code)
                return true;
        }
        return false;
    }

private:
    /// Threads are slow to make and not needed.
    static OwnedTask& sharedTask()
    {
        static OwnedTask task(1);
        return task;
    }
    [[nodiscard]] FileContext context() const { return {m_source, m_name, m_head.span(), m_folder, m_facts}; }
    [[nodiscard]] FileContext laterContext() const { return {m_source, m_name, {}, m_folder, m_facts}; }

    std::string m_name;
    FolderFacts m_folder;
    MemorySource m_source;
    NameFacts m_facts;
    Bytes m_head;
    OwnedTask& m_task = sharedTask();
    const Reader* m_reader = nullptr;
    Claim m_claim;
    Message m_whyNot;
    std::string m_error;
    FileContents m_contents;
};

/// All elements of a view as their dense little-endian bytes.
[[nodiscard]] inline Result<std::vector<std::byte>> elementBytes(const TensorView& view, Order order)
{
    TRY_ASSIGN(const ElementStream stream, ElementStream::make(view, order));
    ElementStream::Scratch scratch;
    const ElementChunk chunk = stream.read(0, stream.count(), scratch);
    return std::vector<std::byte>(chunk.data, chunk.data + chunk.count * unpackedBytes(chunk.dtype));
}

/// All elements as float64.
[[nodiscard]] inline Result<std::vector<double>> elementValues(
    const TensorView& view, Order order = Order::Logical)
{
    TRY_ASSIGN(const ElementStream stream, ElementStream::make(view, order));
    ElementStream::Scratch scratch;
    const ElementChunk chunk = stream.read(0, stream.count(), scratch);
    std::vector<double> values(chunk.count);
    toDouble(chunk, values.data());
    return values;
}

} // namespace dumpscope::core
