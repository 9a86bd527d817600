/* Which KLayout runs: the program itself, never a script that starts it.
 *
 * Debian's /usr/bin/klayout is a shell script of two lines; what it says is read here, no shell is asked. Invariant:
 * what is found is an ELF program of this machine with an absolute name, and the folders that the sandbox will open for
 * it hold programs and libraries, never somebody's home.
 */
#ifndef LOB_KLAYOUT_FIND_H
#define LOB_KLAYOUT_FIND_H

#include "base/ctx.h"

enum { LOB_KLAYOUT_PATH_SIZE = 4096 };

typedef struct lob_klayout {
    char program[LOB_KLAYOUT_PATH_SIZE];     /* absolute, links resolved, an ELF file */
    char interpreter[LOB_KLAYOUT_PATH_SIZE]; /* its dynamic loader, as the ELF file names it; "": none */
    char library_dir[LOB_KLAYOUT_PATH_SIZE]; /* for LD_LIBRARY_PATH: where its own libraries lie; "": nowhere special */
} lob_klayout;

/* `name`: KLAYOUT_BIN, a name to look up in `path_list` (PATH; its absolute folders only) or a path. `home`: $HOME, may
 * be NULL. Errors: DRC_RUN_FAILED with a hint and details.reason
 *     not_found       no such program
 *     not_executable  there is one that may not be run
 *     script          a script other than Debian's
 *     not_a_program   no ELF file, or one of another machine
 *     too_open        its libraries lie in / or in a folder that holds `home`: the sandbox would open all of it
 */
lob_status lob_klayout_find(lob_ctx *ctx, const char *name, const char *path_list, const char *home,
                            lob_klayout *found);

#endif
