/* See scratch.h. Invariant: a folder that was made is removed once, whatever happened in between. */
#include "main/scratch.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"

void lob_scratch_begin(lob_scratch *scratch, const lob_cli *cli) {
    *scratch = (lob_scratch){.cli = cli};
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
