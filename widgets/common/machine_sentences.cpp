// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/core_sentence_tables.h"

#include <QtGlobal>

namespace dumpscope::gui {

namespace {

// What `dumpscope-cli doctor` says of a machine. The longer before the shorter that would match it as well.
constexpr const char* kMachineSentences[] {
    // clang-format off
    QT_TRANSLATE_NOOP("CoreSentences", "on a machine with an NPU: source the toolkit's set_env.sh; captures use the CPU device otherwise"),
    QT_TRANSLATE_NOOP("CoreSentences", "set LANG to a UTF-8 locale, for instance C.UTF-8; names beyond ASCII look wrong otherwise"),
    QT_TRANSLATE_NOOP("CoreSentences", "install the whole package; when building, see docs/capture.md on ONNX Runtime"),
    QT_TRANSLATE_NOOP("CoreSentences", "raise it with `ulimit -n 1024`; large folders are read many files at a time"),
    QT_TRANSLATE_NOOP("CoreSentences", "install the whole package, or build it with -DDUMPSCOPE_BUILD_WINDOW=ON"),
    QT_TRANSLATE_NOOP("CoreSentences", "as root: sysctl vm.max_map_count=65530; tensors are mapped, not copied"),
    QT_TRANSLATE_NOOP("CoreSentences", "set TMPDIR to a larger disk before opening large compressed archives"),
    QT_TRANSLATE_NOOP("CoreSentences", "become a member of the group HwHiAiUser: usermod -aG HwHiAiUser NAME"),
    QT_TRANSLATE_NOOP("CoreSentences", "set TMPDIR to a folder that can; archives are unpacked there"),
    QT_TRANSLATE_NOOP("CoreSentences", "pictures are possible: dumpscope --screenshot OUT.png PATH"),
    QT_TRANSLATE_NOOP("CoreSentences", "the number of memory maps is not limited by this system"),
    QT_TRANSLATE_NOOP("CoreSentences", "run `%1 --version` and install the libraries it misses"),
    QT_TRANSLATE_NOOP("CoreSentences", "the window can use: %1; none of them fits this display"),
    QT_TRANSLATE_NOOP("CoreSentences", "install graphviz; it draws graphs in the best order"),
    QT_TRANSLATE_NOOP("CoreSentences", "install libqt6gui6 (X11) or qt6-wayland (Wayland)"),
    QT_TRANSLATE_NOOP("CoreSentences", "source the toolkit's set_env.sh again; it sets %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "the folder for temporary files cannot be written"),
    QT_TRANSLATE_NOOP("CoreSentences", "the window can use: %1; there is no display here"),
    QT_TRANSLATE_NOOP("CoreSentences", "nothing, unless this machine should have an NPU"),
    QT_TRANSLATE_NOOP("CoreSentences", "there is no window program beside this one"),
    QT_TRANSLATE_NOOP("CoreSentences", "without the window program nobody can tell"),
    QT_TRANSLATE_NOOP("CoreSentences", "the CPU device is not beside this program"),
    QT_TRANSLATE_NOOP("CoreSentences", "no Ascend toolkit is set up in this shell"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 NPU device files are not open to you"),
    QT_TRANSLATE_NOOP("CoreSentences", "the terminal's character set is UTF-8"),
    QT_TRANSLATE_NOOP("CoreSentences", "the installed fonts cannot be listed"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 NPU device files are open to you"),
    QT_TRANSLATE_NOOP("CoreSentences", "the terminal's character set is %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "the window program does not start"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1, %2 processors, %3 of memory"),
    QT_TRANSLATE_NOOP("CoreSentences", "no font has Chinese characters"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 has no lib64/libascendcl.so"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 files may be open at once"),
    QT_TRANSLATE_NOOP("CoreSentences", "the program dot is not there"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1, version %2, %3 device(s)"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 memory maps are allowed"),
    QT_TRANSLATE_NOOP("CoreSentences", "Graphviz' dot draws graphs"),
    QT_TRANSLATE_NOOP("CoreSentences", "there is no /dev/davinci*"),
    QT_TRANSLATE_NOOP("CoreSentences", "the window can use: %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "install fonts-noto-cjk"),
    QT_TRANSLATE_NOOP("CoreSentences", "Chinese is shown in %1"),
    QT_TRANSLATE_NOOP("CoreSentences", "dumpscope %1 starts"),
    QT_TRANSLATE_NOOP("CoreSentences", "install fontconfig"),
    QT_TRANSLATE_NOOP("CoreSentences", "%1 has %2 free"),
    QT_TRANSLATE_NOOP("CoreSentences", "see above"),
    // clang-format on
};

} // namespace

std::span<const char* const> machineSentences()
{
    return kMachineSentences;
}

} // namespace dumpscope::gui
