/* What the tools of DRC share: the markers of a run. */
#ifndef LOB_TOOL_RUNS_H
#define LOB_TOOL_RUNS_H

#include "markers/export.h"
#include "session/runs.h"
#include "tool/common.h"

/* The list of markers of a run that is DONE; the run keeps it, for the next question, until another run's is asked for.
 * The first time its report is read, and markers.json written beside it when the quota has room (run_drc_script can so
 * fill in its counts at once). Borrowed. Errors: lob_markers_read(). *has_json: markers.json is there; may be NULL. */
lob_status lob_call_markers(lob_call *call, lob_drc_run *run, lob_markers **markers, bool *has_json);

/* Writes what is exported as NAME of the run, whole or not at all. */
lob_status lob_run_export(lob_call *call, lob_drc_run *run, const lob_marker_export *what, lob_export_format format,
                          const char *name, lob_str *path);

#endif
