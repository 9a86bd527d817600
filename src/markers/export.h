/* Markers as files: for KLayout (.lyrdb), for code review (SARIF 2.1.0), for build servers (JUnit), for maps and
 * scripts (GeoJSON), and the whole list as JSON. Streamed; the same list gives the same bytes.
 *
 * Lengths are um of the top cell, rounded to 6 decimals. A marker without geometry has none in GeoJSON (null). Names
 * and texts of the report are data; what a format cannot hold becomes U+FFFD.
 */
#ifndef LOB_MARKERS_EXPORT_H
#define LOB_MARKERS_EXPORT_H

#include "markers/waivers.h"
#include "json/writer.h"

typedef enum {
    LOB_EXPORT_LYRDB, /* the report's own items, those of which a marker was picked, in its order; waived ones tagged */
    LOB_EXPORT_SARIF, /* a result a marker, its rule, its cell as logical location, waivers as suppressions; as GitHub
                         reads it, so the first LOB_SARIF_RESULTS_MAX, and the file's name relative to the working
                         directory */
    LOB_EXPORT_JUNIT, /* a testsuite a rule, a testcase a marker: failed, or skipped when waived; a rule without
                         markers has one that passed */
    LOB_EXPORT_GEOJSON, /* a Feature a marker; a pair of edges is a MultiLineString, several values a collection */
    LOB_EXPORT_JSON,    /* markers.json: rules with counts, markers with all they have */
    LOB_EXPORT_COUNT
} lob_export_format;

typedef struct lob_marker_export {
    const lob_markers *markers;
    const uint32_t *picked; /* NULL: all */
    uint32_t count;         /* of picked */
    const uint32_t *rules;  /* sorted: those that were asked for; NULL: all */
    uint32_t rule_count;
    const uint32_t *clusters;   /* of picked[i]; NULL: none */
    const lob_waivers *waivers; /* those last applied; NULL: none */
    lob_str layout_path;        /* absolute; data NULL: not told */
    lob_str profile;            /* JSON: what lines of the deck took; of LOB_EXPORT_JSON; data NULL: none */
} lob_marker_export;

enum { LOB_SARIF_RESULTS_MAX = 25000 }; /* GitHub rejects a run with more */

/* "markers.geojson" and so on; "markers.lyrdb". */
const char *lob_export_extension(lob_export_format format); /* "sarif", ... */
const char *lob_export_media_type(lob_export_format format);

/* The caller begins and ends `out`. TOOL_LIMIT_EXCEEDED: memory; LOB_E_CANCELLED. */
lob_status lob_markers_export(lob_ctx *ctx, const lob_marker_export *what, lob_export_format format, lob_outfile *out);

/* ---- of this folder: exporter.c ---- */

enum { LOB_EXPORT_FLUSH_SIZE = 1 << 16 };

typedef struct lob_exporter {
    lob_ctx *ctx;
    const lob_marker_export *what;
    lob_outfile *out;
    lob_buf buf; /* what was not yet given to `out` */
    lob_jsonw json;
} lob_exporter;

/* Marker i of those picked. */
const lob_marker *lob_exporter_marker(const lob_exporter *e, uint32_t i);
const char *lob_exporter_reason(const lob_exporter *e, const lob_marker *marker,
                                lob_str *reason); /* NULL: not waived */
/* Passes on what there is, when there is enough of it; once a marker. */
lob_status lob_exporter_flush(lob_exporter *e, bool all);
/* "space of 1/0 at least 0.25 um: measured distance 0.2 um at (0, 0) to (1, 0.2) um in cell TOP" */
void lob_exporter_put_message(lob_exporter *e, const lob_marker *marker, lob_buf *out);
/* Members of marker i that only some have: coordinates of its cell, its cluster. */
void lob_exporter_put_place(lob_exporter *e, uint32_t i, const lob_marker *marker);
void lob_exporter_put_box(lob_exporter *e, const char *key, const lob_marker *marker);
/* [[x,y],...] */
void lob_exporter_put_points(lob_exporter *e, const lob_um_point *points, uint32_t count);

lob_status lob_export_sarif(lob_exporter *e);
lob_status lob_export_junit(lob_exporter *e);
lob_status lob_export_geojson(lob_exporter *e);

#endif
