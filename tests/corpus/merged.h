/* Merged areas against KLayout's. */
#ifndef LOB_TESTS_CORPUS_MERGED_H
#define LOB_TESTS_CORPUS_MERGED_H

#include "tests/corpus/view.h"

/* The merged area of `layer` beneath `top` against KLayout's `theirs`; a text means that KLayout was not asked. */
void view_merged(view_check *c, const char *cell, const char *field, const lob_cell *top, lob_layer_index layer,
                 const cJSON *theirs);

#endif
