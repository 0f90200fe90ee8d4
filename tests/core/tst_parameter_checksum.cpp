// SPDX-License-Identifier: GPL-3.0-or-later
// A weight with golden's statistics and another checksum, as one that was taken across.
#include "compared_folders.h"
#include "temporary_folder.h"

#include <QTest>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

/// [4,4], with extremes and a norm in proportion.
std::string recorded(double size, const std::string& md5)
{
    const std::string number = std::to_string(size);
    return R"({"type":"torch.Tensor","dtype":"torch.float32","shape":[4,4],"Max":)" + number + R"(,"Min":-)"
        + number + R"(,"Mean":0.1,"Norm":)" + std::to_string(2 * size) + R"(,"md5":")" + md5 + "\"}";
}

bool write(const std::string& folder, const std::string& weight, double output)
{
    std::string data;
    for (int i = 0; i < 6; ++i) // that agree
        data += R"("Torch.neg.)" + std::to_string(i) + R"(.forward":{"input_args":[)"
            + recorded(1 + i, "00000001") + R"(],"input_kwargs":{},"output":[)" + recorded(2 + i, "00000002")
            + "]},";
    data += R"("Functional.linear.0.forward":{"input_args":[)" + recorded(8, "00000003") + ','
        + recorded(9, weight) + R"(],"input_kwargs":{},"output":[)"
        + recorded(output, output == 10 ? "00000004" : "00000005") + "]}";
    return writeFile(folder + "/step0/rank0/dump.json",
        R"({"task":"statistics","level":"L1","framework":"pytorch","dump_data_dir":null,"data":{)" + data
            + "}}");
}

} // namespace

class tst_ParameterChecksum : public QObject {
    Q_OBJECT

private slots:
    void isTheInputThatIsNamed()
    {
        const auto compared = [](const std::string& weight) {
            const TemporaryFolder folder;
            if (!write(folder.at("target"), weight, 12) || !write(folder.at("golden"), "0000000a", 10))
                qFatal("not written");
            OwnedTask task;
            return compareFolders(folder.path(), "l2norm_diff_relative", {}, task).value();
        };
        const Comparison other = compared("0000000b");
        QVERIFY(!other.suspicion.suspects.empty());
        const Suspect& suspect = other.suspicion.suspects.front();
        QCOMPARE(suspect.opName, std::string("Functional.linear.0.forward"));
        QCOMPARE(suspect.wrongArgument, std::optional<std::int32_t>(1));
        QVERIFY2(suspect.why.text().starts_with(
                     "the checksum of input 1 differs although its statistics do not; "),
            suspect.why.text().c_str());
        const Comparison same = compared("0000000a");
        QVERIFY(!same.suspicion.suspects.empty() && !same.suspicion.suspects.front().wrongArgument);
    }
};

QTEST_GUILESS_MAIN(tst_ParameterChecksum)
#include "tst_parameter_checksum.moc"
