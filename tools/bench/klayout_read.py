# What KLayout itself needs to read a file, timed inside its own process:
#   klayout -zz -b -r klayout_read.py -rd file=F
# Prints one JSON line: seconds by the clock and of the processor (without the kernel's), the peak memory of the process
# in KiB. Peak and start are those of an empty KLayout as well: it takes 100 MB and more before it reads anything.
import json
import resource
import time
import pya


def status(key):
    with open("/proc/self/status") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith(key))


def user_s():
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


empty_kib = status("VmRSS")
began, user_began = time.perf_counter(), user_s()
layout = pya.Layout()
layout.read(globals()["file"])
wall_s, cpu_s = time.perf_counter() - began, user_s() - user_began
print(json.dumps({"wall_s": wall_s, "cpu_s": cpu_s, "peak_kib": status("VmHWM"), "empty_kib": empty_kib}))
