/* Which worker answers what. For crew.c. */
#ifndef LOB_CREW_ROUTE_H
#define LOB_CREW_ROUTE_H

#include "crew/crew.h"

/* As of lob_runner; `arg` is a lob_crew. */
lob_status lob_crew_run_tool(void *arg, lob_call *call, const lob_tool *tool, const cJSON *arguments, lob_buf *out);
/* As of lob_apart; `arg` is a lob_crew. */
lob_status lob_crew_run_job(void *arg, lob_ctx *ctx, const lob_apart_job *job, lob_buf *out);

#endif
