/* The outputs on disk: written only when their text changed, each as a whole. */
#ifndef SCHEMAC_OUTPUT_H
#define SCHEMAC_OUTPUT_H

#include "emit.h"

typedef struct sc_target {
    const char *gen_folder; /* "gen" */
    const char *src_folder; /* "src"; its folders base and tool are there. NULL: gen_folder, where they are made */
    const char *docs_file;  /* "docs/TOOLS.md"; NULL: none */
} sc_target;

/* 0, or 1 after a message on stderr: something is stale (check) or could not be written. */
int sc_output_check(const sc_outputs *outputs, const sc_target *target);
int sc_output_write(const sc_outputs *outputs, const sc_target *target);

#endif
