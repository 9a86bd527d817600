# What KLayout itself needs to read a file, timed inside its own process:
#   klayout -zz -b -r klayout_read.py -rd file=F
# Prints one JSON line: seconds to read, and the peak memory of the process in KiB.
import json
import resource
import time
import pya

began = time.perf_counter()
layout = pya.Layout()
layout.read(globals()["file"])
read_s = time.perf_counter() - began
print(json.dumps({"read_s": read_s, "peak_kib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}))
