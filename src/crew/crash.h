/* A report of a crash, written by the dying process: version, signal, addresses, the tool and its arguments with every
 * string of the user's left out.
 *
 * The handler runs on a stack of its own and calls only what POSIX allows there. The process ends by the signal
 * afterwards, as it would have without a report.
 */
#ifndef LOB_CREW_CRASH_H
#define LOB_CREW_CRASH_H

#include "base/str.h"

enum { LOB_CRASH_KEPT_MAX = 16, LOB_CRASH_NAME_SIZE = 64, LOB_CRASH_ARGUMENTS_MAX = 16 * 1024 };

/* From now on SIGSEGV, SIGBUS, SIGILL, SIGFPE and SIGABRT write a report to `path` in `folder`, which is made then.
 * Both texts must live on. */
void lob_crash_arm(const char *folder, const char *path, const char *version);
/* What is being done; both must live until the next call. data NULL: nothing. */
void lob_crash_note(lob_str tool, lob_str arguments);

/* Copies JSON without the user's strings: `"top"` becomes `"(3 bytes)"`, but for the values of a few members that are
 * words of ours. Safe in a signal handler. The size written, at most `size`. */
size_t lob_crash_redact(lob_str json, char *out, size_t size);

/* A new name: crash_TIME_RANDOM.txt, so that names sort by age. */
void lob_crash_name(char name[LOB_CRASH_NAME_SIZE]);
/* Leaves the newest LOB_CRASH_KEPT_MAX reports of the folder. */
void lob_crash_trim(const char *folder);

#endif
