/* Writing a layout: formats, and what a format could not hold. */
#ifndef LOB_IO_WRITE_H
#define LOB_IO_WRITE_H

#include "db/layout.h"
#include "io/outfile.h"

enum { LOB_WRITE_WARNING_COUNT_MAX = 16 };

typedef struct lob_write_warning {
    const char *kind; /* static word */
    const char *text; /* static sentence */
    uint64_t count;   /* elements */
} lob_write_warning;

typedef struct lob_write_warnings {
    lob_write_warning items[LOB_WRITE_WARNING_COUNT_MAX];
    unsigned count;
} lob_write_warnings;

#endif
