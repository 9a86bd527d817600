/* What a command that takes a while needs: a folder of its own for its session, gone when it ends. */
#ifndef LOB_MAIN_SCRATCH_H
#define LOB_MAIN_SCRATCH_H

#include "cli/settings.h"

typedef struct lob_scratch {
    const lob_cli *cli;
    bool has_root;
    char root[4096];
} lob_scratch;

void lob_scratch_begin(lob_scratch *scratch, const lob_cli *cli);
/* Unless an artifact root was given: makes a folder in TMPDIR and has settings use it. False: said on err. */
bool lob_scratch_root(lob_scratch *scratch, lob_settings *settings);
/* Removes the folder; what cannot be removed is no fault of the command. */
void lob_scratch_end(lob_scratch *scratch);

#endif
