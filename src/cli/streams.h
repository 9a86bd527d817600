/* The three standard descriptors. */
#ifndef LOB_CLI_STREAMS_H
#define LOB_CLI_STREAMS_H

#include <stdbool.h>

/* Puts /dev/null in the place of each that is closed. Call it before anything is opened. False: it could not. */
bool lob_streams_fill(void);

#endif
