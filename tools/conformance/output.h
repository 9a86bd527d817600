/* Files and folders of a run, and whether this machine has KLayout. */
#ifndef TOOLS_CONFORMANCE_OUTPUT_H
#define TOOLS_CONFORMANCE_OUTPUT_H

#include <limits.h>

#include "base/buf.h"
#include "base/ctx.h"

/* Writes a report, whole or not at all, readable as the umask says. A link stays, and so does a pipe or a device, which
 * is written to. Fails with details.path. */
lob_status conf_write_file(lob_ctx *ctx, const char *path, const lob_buf *text);
/* What conf_write_file() will fail with, as far as that can be known before there is a report. */
lob_status conf_file_check(lob_ctx *ctx, const char *path);

/* The folder of a run, absolute: a new one below TMPDIR, or `keep`, made when it is not there. */
lob_status conf_folder_open(lob_ctx *ctx, const char *keep, char folder[PATH_MAX]);
void conf_folder_remove(const char *folder);

/* KLAYOUT_BIN, else klayout, is a program (a path, or in PATH). */
bool conf_has_klayout(void);

#endif
