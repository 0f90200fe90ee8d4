#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check.py DUMPSCOPE_CLI DATA: score.py over the cases in DATA; fails unless every planted moment is named and no clean run has an alarm."""
import sys

import score

if __name__ == "__main__":
    counts = score.score(*sys.argv[1:])
    print(counts)
    sys.exit(0 if counts["right"] == 7 and counts["clean"] == 3 and counts["alarms"] + counts["wrong"] + counts["missed"] + counts["dropped"] == 0 else 1)
