/* What a script gives out, put together as the report that KLayout would have written. */
#ifndef LOB_SCRIPT_REPORT_H
#define LOB_SCRIPT_REPORT_H

#include "io/lyrdb/lyrdb.h"
#include "script/value.h"

enum { LOB_SCRIPT_ITEMS_MAX = 10000000 };

typedef struct lob_script_report {
    lob_arena *arena; /* of everything below */
    double dbu;
    bool is_begun;
    bool has_box; /* what does not touch `box` is left out */
    lob_box64 box;
    lob_str title, cell;
    lob_rdb_category *categories;
    lob_rdb_item *items;
    uint32_t category_count, category_room, item_count, item_room;
} lob_script_report;

/* `title` and `cell` are copied. */
lob_status lob_script_report_begin(lob_ctx *ctx, lob_script_report *report, lob_arena *arena, double dbu, lob_str title,
                                   lob_str cell);
/* ---- touch.c ---- */
/* Whether polygons[at], the edge, or what the pair's points span shares a point with the box. */
bool lob_polygon_touches(const lob_polygons *polygons, lob_polygon_at at, lob_box64 box);
bool lob_edge_touches(lob_edge64 edge, lob_box64 box);
bool lob_pair_touches(const lob_edge_pair *pair, lob_box64 box);

/* Every polygon as it stands (merged or not), edge or pair of the value becomes an item; also an empty value makes the
 * category. A category that is there already grows. */
lob_status lob_script_report_add(lob_ctx *ctx, lob_script_report *report, const lob_value *value, lob_str category,
                                 lob_str description);
/* Makes the category alone. */
lob_status lob_script_report_name(lob_ctx *ctx, lob_script_report *report, lob_str category, lob_str description);
lob_status lob_script_report_end(lob_ctx *ctx, const lob_script_report *report, lob_rdb *rdb);

#endif
