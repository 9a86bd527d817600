/* check_rules: a deck of rules over a cell or a box of it. Everything is found anew for each page, in the same order; a
 * cursor is the number of rows already given. A row is a violation, or with detail lean one place: edge pairs that
 * touch, of which the nearest is shown.
 */
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/num.h"
#include "base/wrap.h"
#include "session/violations.h"
#include "tool/check_rules.h"
#include "tool/check_rules_draw.h"
#include "tool/cursor.h"
#include "tool/registry.h"
#include "tool/room.h"

enum { POINTS_SHOWN = 16, COUNTS_SHOWN = 40, MISSING_SHOWN = 4, ITEM_WEIGHT = 470, POINT_WEIGHT = 60 };

_Static_assert(6 + 2 * POINTS_SHOWN <= LOB_VIOLATION_NUMBERS, "numbers of an id");
_Static_assert((int)LOB_VIOLATION_EDGE_PAIR == (int)LOB_RULE_VIOLATION_KIND_EDGE_PAIR &&
                   (int)LOB_VIOLATION_POLYGON == (int)LOB_RULE_VIOLATION_KIND_POLYGON &&
                   (int)LOB_VIOLATION_EDGE == (int)LOB_RULE_VIOLATION_KIND_EDGE &&
                   (int)LOB_VIOLATION_POINT == (int)LOB_RULE_VIOLATION_KIND_POINT &&
                   (int)LOB_VIOLATION_BOX == (int)LOB_RULE_VIOLATION_KIND_BOX,
               "kinds of violations");

typedef lob_rule_checker checker;

/* ---- the question ---- */

static lob_status read_file(checker *c) {
    lob_ctx *ctx = c->call->ctx;
    struct stat info;
    int fd = -1;
    lob_status status = lob_file_open_input(ctx, lob_sessions_roots(c->call->sessions), c->request->deck_path,
                                            LOB_LIMIT_RULE_DECK_SIZE, &fd, &info);
    if (status == LOB_OK) {
        status = lob_file_read_all(ctx, fd, LOB_LIMIT_RULE_DECK_SIZE, &c->text);
        close(fd);
    }
    if (status != LOB_OK) {
        lob_error_text(&ctx->error, "argument", LOB_STR("deck_path"));
    }
    return status;
}

/* A rule that is asked for by its id must be one that can be checked. */
static lob_status check_only(const checker *c) {
    for (size_t i = 0; i < c->request->only.count; i++) {
        for (size_t k = 0; k < c->deck.unchecked_count; k++) {
            const lob_unchecked_rule *one = &c->deck.unchecked[k];
            if (one->part == LOB_UNCHECKED_RULE_PART_ALL && lob_str_equal(one->rule, c->request->only.items[i])) {
                lob_status status =
                    lob_fail(c->call->ctx, LOB_E_INVALID_TARGET, "A rule named in only cannot be checked");
                lob_error_text(&c->call->ctx->error, "argument", LOB_STR("only"));
                lob_error_text(&c->call->ctx->error, "rule", one->rule);
                lob_error_text(&c->call->ctx->error, "reason",
                               lob_str_from(lob_unchecked_rule_reason_names[one->reason]));
                lob_hint(c->call->ctx, "%.*s", (int)one->advice.size, one->advice.data);
                return status;
            }
        }
    }
    return LOB_OK;
}

static lob_status take_deck(checker *c) {
    const lob_check_rules_request *q = c->request;
    lob_ctx *ctx = c->call->ctx;
    if ((q->rules.data != NULL) == (q->deck_path.data != NULL)) {
        lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET,
                                     q->rules.data ? "rules and deck_path exclude each other"
                                                   : "Neither rules nor deck_path was given");
        lob_error_text(&ctx->error, "argument", LOB_STR("rules"));
        lob_error_text(&ctx->error, "reason", q->rules.data ? LOB_STR("both") : LOB_STR("neither"));
        lob_hint(ctx,
                 "Send rules, an array like [{\"id\":\"W1\",\"type\":\"width\",\"layer\":\"1/0\",\"min_um\":0.4}], "
                 "or deck_path, the path of a deck file.");
        return status;
    }
    c->text = q->rules;
    if (q->deck_path.data) {
        LOB_TRY(read_file(c));
    }
    if (lob_check_rules_is_script(q->deck_path)) {
        c->is_script = true;
        return LOB_OK;
    }
    const lob_rules_ground ground = {c->dbu, c->question.layout};
    LOB_TRY(lob_checkable_rules_read(ctx, c->text, &ground, &c->deck));
    LOB_TRY(check_only(c));
    return lob_rules_deck_bind(ctx, &c->deck.deck, c->question.layout, q->only.items, q->only.count, &c->bound);
}

static lob_status take_question(checker *c) {
    bool is_off_grid = false;
    LOB_TRY(lob_call_session(c->call, c->request->session_id));
    c->question.layout = c->call->session->layout;
    c->question.list_max = LOB_LIMIT_VIOLATIONS_LISTED;
    c->dbu = lob_layout_dbu(c->question.layout);
    LOB_TRY(lob_call_cell(c->call, c->request->cell, &c->question.cell));
    if (c->request->box) {
        LOB_TRY(lob_call_box(c->call, c->request->box, &c->question.window, &is_off_grid));
        c->question.has_window = true;
    }
    if (is_off_grid) {
        LOB_TRY(
            lob_note(c->call->ctx, &c->notes,
                     "Sides of the box were rounded to the nearest database unit; box_um is the box that was used."));
    }
    return take_deck(c);
}

/* Everything that decides what is found and in which order. */
static void bind(const checker *c, char text[LOB_BINDING_SIZE]) {
    const lob_box64 w = c->question.window;
    const int64_t numbers[] = {c->question.cell,  c->question.has_window, w.left, w.bottom, w.right, w.top,
                               c->request->order, c->request->detail};
    uint64_t only = 0;
    const size_t count = c->is_script ? c->request->only.count : c->bound.rules.count;
    for (size_t i = 0; i < count; i++) {
        const lob_str id = c->is_script ? c->request->only.items[i] : c->bound.rules.items[i].id;
        only = lob_wrap_add(lob_wrap_mul(only, UINT64_C(0x9e3779b97f4a7c15)), lob_hash64_stable(id.data, id.size));
    }
    snprintf(text, LOB_BINDING_SIZE, "check_rules %s %016llx %016llx %016llx", c->call->session->key,
             (unsigned long long)lob_hash64_stable(numbers, sizeof numbers), (unsigned long long)only,
             (unsigned long long)lob_hash64_stable(c->text.data, c->text.size));
}

/* ---- the answer ---- */

static lob_status show_head(checker *c) {
    lob_check_rules_response *a = c->response;
    lob_shown name;
    LOB_TRY(lob_name_show(c->call->ctx, lob_layout_cell(c->question.layout, c->question.cell)->name,
                          LOB_LIMIT_NAME_TEXT_SIZE, &name));
    a->session_id = c->request->session_id;
    a->cell = name.text;
    a->raw_hex = name.raw_hex;
    a->dbu = c->dbu;
    a->deck = c->deck.deck.name.size > 0 ? c->deck.deck.name : (lob_str){0};
    a->rule_count = c->bound.rules.count;
    a->has_not_checked = c->deck.unchecked_count > 0;
    a->not_checked.items = c->deck.unchecked;
    a->not_checked.count = c->deck.unchecked_count;
    if (c->question.has_window) {
        a->box_um = LOB_NEW(c->call->ctx->arena, lob_micron_box);
        a->box_dbu = LOB_NEW(c->call->ctx->arena, lob_dbu_box);
        if (!a->box_um || !a->box_dbu) {
            return lob_fail_memory(c->call->ctx);
        }
        lob_box_show(c->question.window, c->dbu, a->box_um, a->box_dbu);
    }
    return LOB_OK;
}

static lob_status show_counts(checker *c) {
    lob_check_rules_response *a = c->response;
    uint64_t errors = 0;
    lob_rule_count *items = LOB_NEW_ARRAY(c->call->ctx->arena, lob_rule_count, COUNTS_SHOWN);
    if (!items) {
        return lob_fail_memory(c->call->ctx);
    }
    a->counts.items = items;
    for (uint32_t i = 0; i < c->bound.rules.count; i++) {
        const lob_rule *rule = &c->bound.rules.items[i];
        const uint64_t total = c->verdict.totals[i];
        const bool is_warning = lob_str_equal(rule->severity, LOB_STR("warning"));
        c->total = lob_u64_add_sat(c->total, total);
        errors = is_warning ? errors : lob_u64_add_sat(errors, total);
        if (total > 0 && a->counts.count < COUNTS_SHOWN) {
            items[a->counts.count++] = (lob_rule_count){.rule = rule->id,
                                                        .has_type = !c->is_script,
                                                        .type = (lob_deck_rule_type)rule->type,
                                                        .severity = is_warning ? LOB_RULE_COUNT_SEVERITY_WARNING
                                                                               : LOB_RULE_COUNT_SEVERITY_ERROR,
                                                        .count = lob_count_show(total)};
        } else if (total > 0) {
            a->truncation.counts_dropped++;
        }
    }
    a->violation_count = lob_count_show(c->total);
    a->error_count = lob_count_show(errors);
    return LOB_OK;
}

static void show_value(const checker *c, const lob_violation *v, lob_rule_violation *item) {
    switch (v->kind) {
    case LOB_VIOLATION_EDGE_PAIR:
        item->has_distance_um = true;
        item->distance_um = v->value * c->dbu;
        break;
    case LOB_VIOLATION_POLYGON:
        item->has_area_um2 = true;
        item->area_um2 = v->value * c->dbu * c->dbu;
        break;
    case LOB_VIOLATION_EDGE:
        item->has_angle_deg = true;
        item->angle_deg = round(v->value * 1e6) / 1e6;
        break;
    case LOB_VIOLATION_BOX:
        item->has_density = true;
        item->density = round(v->value * 1e6) / 1e6;
        break;
    case LOB_VIOLATION_POINT:
        break;
    }
}

static lob_status issue_id(checker *c, const lob_violation *v, lob_str *text) {
    char id[LOB_KEPT_VIOLATION_ID_SIZE + 1];
    lob_kept_violation_key key = {.rule = c->bound.rules.items[v->rule].id,
                                  .cell = lob_layout_cell(c->question.layout, c->question.cell)->name,
                                  .numbers = {v->kind, v->count, v->box.left, v->box.bottom, v->box.right, v->box.top},
                                  .number_count = 6};
    for (uint32_t i = 0; i < v->count && i < POINTS_SHOWN; i++) {
        key.numbers[key.number_count++] = v->points[i].x;
        key.numbers[key.number_count++] = v->points[i].y;
    }
    LOB_TRY(lob_violation_keep(c->call->ctx, c->call->session, &key, c->question.cell, v->box, id));
    text->size = LOB_KEPT_VIOLATION_ID_SIZE;
    text->data = lob_arena_strdup(c->call->ctx->arena, id, text->size);
    return text->data ? LOB_OK : lob_fail_memory(c->call->ctx);
}

static lob_status show_violation(checker *c, const lob_violation *v, lob_rule_violation *item) {
    const uint32_t count = v->kind == LOB_VIOLATION_BOX ? 0 : v->count < POINTS_SHOWN ? v->count : POINTS_SHOWN;
    lob_point_um *points = LOB_NEW_ARRAY(c->call->ctx->arena, lob_point_um, count + 1);
    if (!points) {
        return lob_fail_memory(c->call->ctx);
    }
    *item = (lob_rule_violation){.rule = c->bound.rules.items[v->rule].id, .kind = (lob_rule_violation_kind)v->kind};
    LOB_TRY(issue_id(c, v, &item->id));
    lob_box_show(v->box, c->dbu, &item->box_um, &item->box_dbu);
    for (uint32_t i = 0; i < count; i++) {
        points[i] = lob_point_show_um(v->points[i].x, v->points[i].y, c->dbu);
    }
    item->has_points_um = count > 0;
    item->points_um.items = points;
    item->points_um.count = count;
    item->has_points_left_out = count > 0 && v->count > count;
    item->points_left_out = item->has_points_left_out ? v->count - count : 0;
    show_value(c, v, item);
    return LOB_OK;
}

/* One row a violation. */
static lob_status take_each(checker *c) {
    c->places = LOB_NEW_ARRAY(c->call->ctx->arena, lob_rule_place, (size_t)c->verdict.count + 1);
    if (!c->places) {
        return lob_fail_memory(c->call->ctx);
    }
    for (uint32_t i = 0; i < c->verdict.count; i++) {
        c->places[i] = (lob_rule_place){.least = c->verdict.items[i], .box = c->verdict.items[i].box};
    }
    c->place_count = c->verdict.count;
    return LOB_OK;
}

static lob_status find_places(checker *c) {
    LOB_TRY(c->request->detail == LOB_DETAIL_LEAN ? lob_check_rules_places(c) : take_each(c));
    return c->request->order == LOB_CHECK_RULES_REQUEST_ORDER_DISTANCE ? lob_check_rules_order(c) : LOB_OK;
}

static lob_status show_place(checker *c, const lob_rule_place *place, lob_rule_violation *item) {
    LOB_TRY(show_violation(c, &place->least, item));
    if (place->more > 0) {
        lob_dbu_box exact;
        item->has_more_here = true;
        item->more_here = lob_count_show(place->more);
        item->place_um = LOB_NEW(c->call->ctx->arena, lob_micron_box);
        if (!item->place_um) {
            return lob_fail_memory(c->call->ctx);
        }
        lob_box_show(place->box, c->dbu, item->place_um, &exact);
        c->has_joined = true;
    }
    return LOB_OK;
}

static lob_status show_page(checker *c, uint64_t first) {
    lob_check_rules_response *a = c->response;
    lob_room room = lob_room_open(c->call, &lob_check_rules_response_table, a);
    if (first > 0 && first >= c->place_count) {
        return lob_cursor_refuse(c->call->ctx);
    }
    const uint64_t left = c->place_count - first;
    const size_t limit = (uint64_t)c->request->limit < left ? (size_t)c->request->limit : (size_t)left;
    a->violations.items = LOB_NEW_ARRAY(c->call->ctx->arena, lob_rule_violation, limit + 1);
    if (!a->violations.items) {
        return lob_fail_memory(c->call->ctx);
    }
    for (size_t i = 0; i < limit; i++) {
        const lob_violation *one = &c->places[first + i].least;
        const size_t points = one->count < POINTS_SHOWN ? one->count : POINTS_SHOWN;
        const size_t weight = ITEM_WEIGHT + POINT_WEIGHT * points + lob_text_weight(c->bound.rules.items[one->rule].id);
        LOB_TRY(show_place(c, &c->places[first + i], &a->violations.items[i]));
        if (!lob_room_fits(&room, "violations", &a->violations.items[i], weight, i == 0)) {
            break;
        }
        a->violations.count++;
    }
    uint64_t given = first + a->violations.count;
    for (size_t i = 0; i < first + a->violations.count; i++) {
        given += c->places[i].more;
    }
    a->truncation.limit = c->request->limit;
    a->truncation.violations_dropped = lob_count_show(c->total - given);
    return LOB_OK;
}

/* ---- notes ---- */

/* The datatypes that the layout has with the number of a layer it lacks: " (it has 66/20, 66/44)". */
static void put_datatypes(const lob_layout *layout, uint32_t number, lob_buf *text) {
    uint32_t count = 0;
    for (lob_layer_index i = 0; i < lob_layout_layer_count(layout) && count < MISSING_SHOWN; i++) {
        const lob_layer *layer = lob_layout_layer(layout, i);
        if (layer->layer == number) {
            lob_buf_printf(text, "%s%u/%u", count++ ? ", " : " (it has ", layer->layer, layer->datatype);
        }
    }
    lob_buf_add_text(text, count ? ")" : "");
}

static lob_status note_missing(checker *c) {
    lob_buf text;
    lob_buf_init(&text, 0);
    for (uint32_t i = 0; i < c->bound.missing_count && i < MISSING_SHOWN; i++) {
        const lob_deck_layer *one = &c->bound.missing[i];
        lob_buf_printf(&text, "%s%u/%u", i ? ", " : "", one->layer, one->datatype);
        put_datatypes(c->question.layout, one->layer, &text);
    }
    const uint32_t more = c->bound.missing_count > MISSING_SHOWN ? c->bound.missing_count - MISSING_SHOWN : 0;
    lob_status status = text.failed ? lob_fail_memory(c->call->ctx) : LOB_OK;
    if (status == LOB_OK) {
        status = more > 0 ? lob_note(c->call->ctx, &c->notes,
                                     "The layout has no layers %.*s and %u more of the deck; they count as empty.",
                                     (int)text.size, text.data, more)
                          : lob_note(c->call->ctx, &c->notes,
                                     "The layout has no layer %.*s of the deck; it counts as empty.", (int)text.size,
                                     text.data);
    }
    lob_buf_release(&text);
    return status;
}

static lob_status add_notes(checker *c) {
    lob_ctx *ctx = c->call->ctx;
    lob_check_rules_response *a = c->response;
    if (c->bound.missing_count > 0) {
        LOB_TRY(note_missing(c));
    }
    if (c->deck.unchecked_count > 0) {
        LOB_TRY(lob_note(ctx, &c->notes, "%zu rules could not be checked, or only in part: see not_checked.",
                         c->deck.unchecked_count));
    }
    if (c->bound.rules.count == 0) {
        LOB_TRY(lob_note(ctx, &c->notes, "The deck has no rules that can be checked."));
    } else if (c->total == 0) {
        LOB_TRY(lob_note(ctx, &c->notes, "%s",
                         c->deck.unchecked_count > 0 ? "No checked rule is violated." : "No rule is violated."));
    }
    if (c->verdict.is_cut) {
        LOB_TRY(lob_note(ctx, &c->notes,
                         "All violations are counted, but only %u of them can be listed; ask for a box or for single "
                         "rules (only).",
                         c->verdict.count));
    }
    if (c->has_joined) {
        LOB_TRY(lob_note(ctx, &c->notes,
                         "Edge pairs that touch share one row, which shows the nearest; detail full "
                         "lists all."));
    }
    LOB_TRY(c->is_script ? LOB_OK : lob_check_rules_turned(c));
    if (c->verdict.is_local) {
        LOB_TRY(lob_note(ctx, &c->notes,
                         "Polygons extend far beyond the box and were not followed to their ends: results near the "
                         "box are right, but a violation may be shown too short, and parts of one shape that are "
                         "joined far away may count as two."));
    }
    return lob_notes_show(ctx, &c->notes, &a->notes.items, &a->notes.count, &a->has_notes);
}

lob_status lob_tool_check_rules(lob_call *call, const lob_check_rules_request *request,
                                lob_check_rules_response *response) {
    checker c = {.call = call, .request = request, .response = response};
    char binding[LOB_BINDING_SIZE];
    uint64_t first;
    LOB_TRY(take_question(&c));
    bind(&c, binding);
    LOB_TRY(lob_cursor_parse_position(call->ctx, request->cursor, lob_str_from(binding), &first));
    LOB_TRY(c.is_script ? lob_check_rules_script(&c)
                        : lob_rules_run(call->ctx, &c.question, &c.bound.rules, &c.verdict));
    LOB_TRY(show_head(&c));
    LOB_TRY(show_counts(&c));
    LOB_TRY(request->summary && !request->inline_image ? LOB_OK : find_places(&c));
    LOB_TRY(request->summary ? lob_check_rules_summary(&c) : show_page(&c, first));
    LOB_TRY(add_notes(&c));
    LOB_TRY(request->inline_image ? lob_check_rules_draw(&c, first) : LOB_OK);
    const uint64_t given = first + response->violations.count;
    return given >= c.place_count || response->violations.count == 0
               ? LOB_OK
               : lob_cursor_print_position(call->ctx, given, lob_str_from(binding), &response->next_cursor);
}
