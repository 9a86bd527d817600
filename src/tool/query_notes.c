/* What query_region says beside what it found: statistics of layers, and notes. Sentences are ours alone; layers in
 * them are numbers. */
#include <math.h>
#include <stdio.h>

#include "base/num.h"
#include "query/area.h"
#include "query/nearest.h"
#include "tool/query_region.h"
#include "tool/question.h"
#include "tool/room.h"

enum { STATISTIC_WEIGHT = 900, STATISTICS_MAX = 1000 };

typedef lob_query_region_response_statistics_item statistics_item;

/* ---- statistics ---- */

static bool is_listed(const lob_region_answer *r, lob_layer_index layer, uint32_t *at) {
    if (!r->query.layers) {
        return r->counts.by_layer[layer].shapes > 0 || r->counts.by_layer[layer].texts > 0;
    }
    bool is_asked = *at < r->query.layer_count && r->query.layers[*at] == layer;
    *at += is_asked;
    return is_asked;
}

static double show_area(const lob_region_answer *r, double area_dbu2) {
    const double area = area_dbu2 * r->dbu * r->dbu;
    return fabs(area) < 9e6 && r->dbu >= 1e-4 ? round(area * 1e9) / 1e9 : area;
}

static lob_status show_pieces(const lob_region_answer *r, const lob_pieces *p, statistics_item *item) {
    lob_dbu_box exact;
    if (!p->is_known) {
        return LOB_OK;
    }
    item->has_piece_count = item->has_perimeter_um = true;
    item->piece_count = lob_count_show(p->count);
    item->perimeter_um = lob_num_round_um(p->perimeter * r->dbu);
    if (p->count == 0) {
        return LOB_OK;
    }
    item->bbox_um = LOB_NEW(r->call->ctx->arena, lob_micron_box);
    item->largest_piece = LOB_NEW(r->call->ctx->arena, lob_query_region_response_statistics_item_largest_piece);
    if (!item->bbox_um || !item->largest_piece) {
        return lob_fail_memory(r->call->ctx);
    }
    lob_box_show(p->box, r->dbu, item->bbox_um, &exact);
    item->largest_piece->area_um2 = show_area(r, p->largest);
    lob_box_show(p->largest_box, r->dbu, &item->largest_piece->bbox_um, &exact);
    return LOB_OK;
}

static lob_status show_statistic(lob_region_answer *r, lob_layer_index layer, double area_dbu2,
                                 const lob_pieces *pieces, statistics_item *item) {
    const lob_box64 w = r->query.window;
    *item = (statistics_item){.shape_count = lob_count_show(r->counts.shapes_of[layer]),
                              .has_text_count = r->counts.by_layer[layer].texts > 0,
                              .text_count = lob_count_show(r->counts.by_layer[layer].texts),
                              .area_um2 = show_area(r, area_dbu2),
                              .density = area_dbu2 / ((double)(w.right - w.left) * (double)(w.top - w.bottom))};
    LOB_TRY(show_pieces(r, pieces, item));
    return lob_layer_show(r->call, lob_layout_layer(r->query.layout, layer), &item->layer);
}

/* A quarter of the room is kept for what lies in the box. */
lob_status lob_region_statistics(lob_region_answer *r, lob_query_region_response *response) {
    lob_ctx *ctx = r->call->ctx;
    const uint32_t layers = lob_layout_layer_count(r->query.layout);
    double *areas = LOB_NEW_ARRAY(ctx->arena, double, layers);
    lob_pieces *pieces = LOB_NEW_ARRAY(ctx->arena, lob_pieces, layers);
    statistics_item *items = LOB_NEW_ARRAY(ctx->arena, statistics_item, STATISTICS_MAX);
    if (!areas || !pieces || !items) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(lob_query_areas(ctx, &r->query, &r->counts, areas, pieces));
    const lob_room kept = lob_room_split(&r->room, 1, 4);
    response->has_statistics = true;
    response->statistics.items = items;
    uint32_t asked = 0;
    for (uint32_t i = 0; i < layers; i++) {
        if (!is_listed(r, i, &asked)) {
            continue;
        }
        if (response->statistics.count == STATISTICS_MAX) {
            response->truncation.layers_dropped++;
            continue;
        }
        statistics_item *item = &items[response->statistics.count];
        LOB_TRY(show_statistic(r, i, areas[i], &pieces[i], item));
        const bool fits =
            lob_room_fits(&r->room, "statistics", item,
                          STATISTIC_WEIGHT + lob_text_weight(item->layer.name) + lob_text_weight(item->layer.raw_hex),
                          response->statistics.count == 0);
        response->statistics.count += fits;
        response->truncation.layers_dropped += !fits;
    }
    lob_room_join(&r->room, &kept);
    response->truncation.has_layers_dropped = response->truncation.layers_dropped > 0;
    return LOB_OK;
}

/* ---- notes ---- */

/* "12.5 um to the right" and alike; empty for 0. */
static void print_way(char *out, size_t size, int64_t by, double dbu, const char *ahead, const char *back) {
    char number[LOB_NUM_TEXT_SIZE];
    out[0] = '\0';
    if (by != 0) {
        lob_num_print(number, lob_num_um_from_dbu(by > 0 ? by : -by, dbu));
        snprintf(out, size, "%s um %s", number, by > 0 ? ahead : back);
    }
}

static lob_status note_nothing(lob_region_answer *r, lob_notes *n) {
    enum { WAY_SIZE = 80 };
    lob_ctx *ctx = r->call->ctx;
    lob_nearest nearest;
    char x[WAY_SIZE], y[WAY_SIZE];
    LOB_TRY(lob_query_nearest(ctx, &r->query, &nearest));
    if (!nearest.is_found) {
        return lob_note(ctx, n, "The box contains nothing of the cell.");
    }
    if (nearest.dx == 0 && nearest.dy == 0) {
        return lob_note(ctx, n,
                        r->query.by_geometry
                            ? "The bounding boxes of some figures meet the box, but no figure does; match bbox lists "
                              "them."
                            : "The box contains nothing of the cell, but figures touch its border from outside.");
    }
    const lob_layer *layer = lob_layout_layer(r->query.layout, nearest.layer);
    print_way(x, sizeof x, nearest.dx, r->dbu, "to the right of", "to the left of");
    print_way(y, sizeof y, nearest.dy, r->dbu, "above", "below");
    return lob_note(ctx, n,
                    "The box contains nothing of the cell. The box of the nearest %s, on layer %u/%u, is %s%s%s it.",
                    nearest.is_text ? "text" : "shape", layer->layer, layer->datatype, x,
                    nearest.dx && nearest.dy ? " and " : "", y);
}

lob_status lob_region_notes(lob_region_answer *r, lob_query_region_response *response) {
    lob_ctx *ctx = r->call->ctx;
    lob_notes n = {.count = 0};
    if (r->is_off_grid) {
        LOB_TRY(lob_note(
            ctx, &n, "Sides of the box were rounded to the nearest database unit; box_um is the box that was used."));
    }
    if (r->counts.is_lower_bound) {
        LOB_TRY(lob_note(ctx, &n, "Counting stopped at the work limit: there are at least as many as summary says."));
    } else if (r->counts.insts > 0 && !r->request->has_include_instances && !lob_region_lists_insts(r)) {
        LOB_TRY(lob_note(ctx, &n,
                         "Instances are counted but not listed, because layers is given; include_instances "
                         "lists them."));
    } else if (r->counts.shapes == 0 && r->counts.texts == 0 && r->counts.insts == 0) {
        LOB_TRY(note_nothing(r, &n));
    }
    return lob_notes_show(ctx, &n, &response->notes.items, &response->notes.count, &response->has_notes);
}
