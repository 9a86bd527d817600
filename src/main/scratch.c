/* See scratch.h. Invariant: a folder that was made is removed once, whatever happened in between. */
#include "main/scratch.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"

enum { SLOW_MS = 1000, LINE_WIDTH = 60 };

void lob_scratch_begin(lob_scratch *scratch, const lob_cli *cli, bool wants_progress) {
    *scratch = (lob_scratch){.cli = cli, .wants_progress = wants_progress, .started_ms = lob_clock_ms()};
    scratch->is_terminal = isatty(fileno(cli->err)) == 1;
}

bool lob_scratch_root(lob_scratch *scratch, lob_settings *settings) {
    const char *parent = scratch->cli->getenv_fn("TMPDIR");
    if (settings->artifact_root[0]) {
        return true;
    }
    int size = snprintf(scratch->root, sizeof scratch->root, "%s/layout-observer-XXXXXX",
                        parent && parent[0] == '/' ? parent : "/tmp");
    if ((size_t)size < sizeof scratch->root && mkdtemp(scratch->root)) {
        scratch->has_root = true;
        memcpy(settings->artifact_root, scratch->root, sizeof scratch->root);
        return true;
    }
    fprintf(scratch->cli->err, "%s: no temporary folder can be made; set TMPDIR or give --artifact-root\n",
            scratch->cli->product.name);
    return false;
}

void lob_scratch_progress(void *arg, double done, double total, const char *message) {
    lob_scratch *scratch = arg;
    char text[LINE_WIDTH];
    if (!scratch->wants_progress && !(scratch->is_terminal && lob_clock_ms() - scratch->started_ms >= SLOW_MS)) {
        return;
    }
    int size = total > 0 ? snprintf(text, sizeof text, "%s %.0f %%", message, 100 * fmin(done / total, 1))
                         : snprintf(text, sizeof text, "%s", message);
    if (size > 0) {
        fprintf(scratch->cli->err, scratch->is_terminal ? "\r%-*s" : "%.*s\n", LINE_WIDTH, text);
        fflush(scratch->cli->err);
        scratch->has_line = scratch->is_terminal;
    }
}

void lob_scratch_clear_line(lob_scratch *scratch) {
    if (scratch->has_line) {
        fprintf(scratch->cli->err, "\r%*s\r", LINE_WIDTH, "");
        fflush(scratch->cli->err);
        scratch->has_line = false;
    }
}

void lob_scratch_end(lob_scratch *scratch) {
    lob_ctx own;
    bool removed;
    if (!scratch->has_root) {
        return;
    }
    scratch->has_root = false;
    lob_ctx_init(&own, NULL);
    char *slash = strrchr(scratch->root, '/'); /* behind the parent, which is not empty */
    *slash = '\0';
    int parent = open(scratch->root, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (parent >= 0) {
        (void)lob_dir_remove_at(&own, parent, slash + 1, &removed);
        close(parent);
    }
}
