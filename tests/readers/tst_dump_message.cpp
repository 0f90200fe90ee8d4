// SPDX-License-Identifier: GPL-3.0-or-later
// Headers of dump files that protobuf wrote, with every field set or left out at random: our own reader must
// find in each what protobuf put in.
#include "readers/ascend/ascend_container.h"

#include "dump_data.pb.h"
#include "memory_source.h"

#include <QTest>

#include <random>

using namespace dumpscope::core;

namespace {

class RandomHeader {
public:
    explicit RandomHeader(unsigned seed)
        : m_random(seed)
    {
    }
    ascend::DumpData header(bool isLegacy)
    {
        ascend::DumpData data;
        m_isLegacy = isLegacy;
        data.set_version("2.0");
        data.set_dump_time(wide());
        data.set_op_name(text());
        data.set_dfx_message(text());
        for (std::size_t i = below(4); i > 0; --i)
            fill(*data.add_input());
        for (std::size_t i = 1 + below(3); i > 0; --i)
            fill(*data.add_output());
        for (std::size_t i = below(3); i > 0; --i)
            fill(*data.add_buffer());
        for (std::size_t i = below(3); i > 0; --i)
            fill(*data.add_space());
        for (std::size_t i = below(3); i > 0; --i) {
            data.add_attr()->set_name("name" + text());
            data.mutable_attr()->rbegin()->set_value(text());
        }
        return data;
    }

private:
    std::size_t below(std::size_t count) { return m_random() % count; }
    std::uint64_t wide()
    {
        return below(2) == 0 ? below(200) : (std::uint64_t {m_random()} << 32U | m_random()) >> 1U;
    }
    std::string text()
    {
        std::string result;
        for (std::size_t left = below(200); left > 0; --left)
            result += static_cast<char>(below(4) == 0 ? below(256) : 'a' + below(26));
        return result;
    }
    void fill(ascend::Shape& shape)
    {
        for (std::size_t left = below(9); left > 0; --left)
            shape.add_dim(below(10) == 0 ? ~std::uint64_t {0} - below(3) : below(1000));
    }
    /// What inputs and outputs have in common.
    template<typename Tensor> void fillTensor(Tensor& tensor)
    {
        tensor.set_data_type(static_cast<int>(below(50)));
        tensor.set_format(static_cast<int>(below(60)));
        fill(*tensor.mutable_shape());
        if (below(2) == 0)
            fill(*tensor.mutable_original_shape());
        tensor.set_sub_format(static_cast<int>(below(5)) - 2);
        tensor.set_address(wide() | 1U);
        if (below(2) == 0)
            tensor.set_offset(wide() | 1U);
        if (below(2) == 0)
            tensor.set_arg_index(1 + static_cast<unsigned>(below(9)));
        fillPayload(tensor);
    }
    template<typename Part> void fillPayload(Part& part)
    {
        const std::string data = text();
        part.set_size(data.size());
        if (m_isLegacy)
            part.set_data(data);
    }
    void fill(ascend::OpInput& input)
    {
        fillTensor(input);
        if (below(2) == 0)
            input.set_input_type(1 + static_cast<unsigned>(below(12)));
    }
    void fill(ascend::OpOutput& output)
    {
        fillTensor(output);
        if (below(2) == 0) {
            output.mutable_original_op()->set_name("o" + text());
            output.mutable_original_op()->set_output_index(static_cast<unsigned>(below(5)));
            output.mutable_original_op()->set_data_type(static_cast<int>(below(40)));
            output.mutable_original_op()->set_format(static_cast<int>(below(40)));
        }
        for (std::size_t left = below(3); left > 0; --left) {
            output.add_dim_range()->set_dim_start(wide());
            output.mutable_dim_range()->rbegin()->set_dim_end(wide());
        }
    }
    void fill(ascend::OpBuffer& buffer) { fillPayload(buffer); }
    void fill(ascend::Workspace& space)
    {
        fillPayload(space);
        if (below(2) == 0)
            space.set_arg_index(1 + static_cast<unsigned>(below(9)));
    }

    std::mt19937 m_random;
    bool m_isLegacy = false;
};

Shape dims(const ascend::Shape& shape)
{
    Shape result;
    for (const std::uint64_t dim : shape.dim())
        result.push_back(static_cast<std::int64_t>(dim));
    return result;
}

std::optional<std::uint64_t> unlessZero(std::uint64_t value)
{
    return value == 0 ? std::nullopt : std::optional(value);
}

template<typename Tensor> void compareTensor(const StoredTensor& stored, const Tensor& written)
{
    QCOMPARE(stored.dataType, std::int64_t {written.data_type()});
    QCOMPARE(stored.format, static_cast<std::uint64_t>(written.format()));
    QCOMPARE(stored.shape.dims, dims(written.shape()));
    QCOMPARE(stored.originalShape.dims, dims(written.original_shape()));
    QCOMPARE(stored.subFormat, std::int64_t {written.sub_format()});
    QCOMPARE(stored.address, written.address());
    QCOMPARE(stored.offset, unlessZero(written.offset()));
    QCOMPARE(stored.argIndex, unlessZero(written.arg_index()));
}

} // namespace

class TestDumpMessage : public QObject {
    Q_OBJECT

private slots:
    void headers_data()
    {
        QTest::addColumn<bool>("isLegacy");
        QTest::newRow("standard") << false;
        QTest::newRow("legacy") << true;
    }
    void headers()
    {
        QFETCH(const bool, isLegacy);
        for (unsigned seed = 0; seed < 500; ++seed) {
            const ascend::DumpData written = RandomHeader(seed).header(isLegacy);
            compareHeader(written, isLegacy);
            if (QTest::currentTestFailed())
                qInfo("seed %u", seed);
            if (QTest::currentTestFailed())
                return;
        }
    }

private:
    static std::string fileOf(const ascend::DumpData& data, bool isLegacy)
    {
        std::string header = data.SerializeAsString();
        if (isLegacy)
            return header;
        std::string file;
        for (unsigned i = 0; i < 8; ++i)
            file += static_cast<char>(header.size() >> (8 * i) & 0xFFU);
        file += header;
        std::uint64_t payload = 0;
        const auto count = [&](const auto& parts) {
            for (const auto& part : parts)
                payload += part.size();
        };
        count(data.input());
        count(data.output());
        count(data.buffer());
        count(data.space());
        return file + std::string(payload, 'x');
    }

    static void compareHeader(const ascend::DumpData& written, bool isLegacy)
    {
        const std::string bytes = fileOf(written, isLegacy);
        const auto file = readAscendFile(MemorySource(bytes.data(), bytes.size()), {});
        QVERIFY2(file, file ? "" : file.error().text().c_str());
        QCOMPARE(file->containers.size(), 1U);
        const AscendContainer& container = file->containers.front();
        QCOMPARE(container.kind, isLegacy ? ContainerKind::Legacy : ContainerKind::Standard);
        const DumpHeader& read = container.header;
        QVERIFY(read.plausible && !read.cut);
        QCOMPARE(read.version, std::string_view(written.version()));
        QCOMPARE(read.opName, std::string_view(written.op_name()));
        QCOMPARE(read.dfxMessage, std::string_view(written.dfx_message()));
        QCOMPARE(read.dumpTime, written.dump_time());
        QCOMPARE(read.attributes.size(), static_cast<std::size_t>(written.attr_size()));
        for (std::size_t i = 0; i < read.attributes.size(); ++i) {
            QCOMPARE(read.attributes[i].first, std::string_view(written.attr(static_cast<int>(i)).name()));
            QCOMPARE(read.attributes[i].second, std::string_view(written.attr(static_cast<int>(i)).value()));
        }
        const int inputs = written.input_size(), outputs = written.output_size(),
                  buffers = written.buffer_size(), spaces = written.space_size();
        QCOMPARE(static_cast<int>(read.tensors.size()), inputs + outputs + buffers + spaces);
        std::size_t at = 0;
        for (const ascend::OpInput& input : written.input()) {
            const StoredTensor& stored = read.tensors[at++];
            QCOMPARE(stored.io, Io::Input);
            compareTensor(stored, input);
            QCOMPARE(stored.inputType, unlessZero(input.input_type()));
            comparePayload(stored, input, bytes, isLegacy);
        }
        for (const ascend::OpOutput& output : written.output()) {
            const StoredTensor& stored = read.tensors[at++];
            QCOMPARE(stored.io, Io::Output);
            compareTensor(stored, output);
            QCOMPARE(stored.originalOp.has_value(), output.has_original_op());
            if (stored.originalOp) {
                QCOMPARE(stored.originalOp->name, std::string_view(output.original_op().name()));
                QCOMPARE(stored.originalOp->outputIndex, std::uint64_t {output.original_op().output_index()});
                QCOMPARE(stored.originalOp->dataType, std::int64_t {output.original_op().data_type()});
                QCOMPARE(
                    stored.originalOp->format, static_cast<std::uint64_t>(output.original_op().format()));
            }
            QCOMPARE(stored.dimRanges.size(), static_cast<std::size_t>(output.dim_range_size()));
            comparePayload(stored, output, bytes, isLegacy);
        }
        for (const ascend::OpBuffer& buffer : written.buffer()) {
            QCOMPARE(read.tensors[at].io, Io::Buffer);
            comparePayload(read.tensors[at++], buffer, bytes, isLegacy);
        }
        for (const ascend::Workspace& space : written.space()) {
            QCOMPARE(read.tensors[at].io, Io::Workspace);
            QCOMPARE(read.tensors[at].argIndex, unlessZero(space.arg_index()));
            comparePayload(read.tensors[at++], space, bytes, isLegacy);
        }
    }

    template<typename Part>
    static void comparePayload(
        const StoredTensor& stored, const Part& written, const std::string& file, bool isLegacy)
    {
        QCOMPARE(stored.size, written.size());
        QCOMPARE(stored.placement, StoredTensor::Placement::Whole);
        QCOMPARE(stored.payloadBytes, written.size());
        if (isLegacy)
            QCOMPARE(file.substr(stored.payloadOffset, stored.payloadBytes), written.data());
    }
};

QTEST_APPLESS_MAIN(TestDumpMessage)
#include "tst_dump_message.moc"
