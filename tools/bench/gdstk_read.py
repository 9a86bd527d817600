# What gdstk needs to read a file, in a process of its own: python3 gdstk_read.py FILE (PYTHONPATH: where gdstk lies).
# Prints one JSON line: seconds by the clock, of the processor without the kernel's, peak memory in KiB.
import json
import resource
import sys
import time

import gdstk

began = time.perf_counter()
read = gdstk.read_oas if sys.argv[1].endswith(".oas") else gdstk.read_gds
library = read(sys.argv[1])
wall_s = time.perf_counter() - began
usage = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps({"wall_s": wall_s, "cpu_s": usage.ru_utime, "peak_kib": usage.ru_maxrss}))
