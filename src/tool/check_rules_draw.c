/* See check_rules_draw.h. A summary has no page of violations: then the first ones are numbered. */
#include "tool/check_rules_draw.h"

#include <stdio.h>

#include "base/num.h"
#include "tool/map_page.h"

enum { NUMBERED_MAX = 40, DOTS_MAX = 3000, TEXT_SIZE = 400, INSET_PARTS = 6 };

#define INSET_UM_MIN 0.05

#define MICRO "\xc2\xb5m"

static bool is_warning(const lob_rule_checker *c, const lob_violation *v) {
    return lob_str_equal(c->bound.rules.items[v->rule].severity, LOB_STR("warning"));
}

static uint32_t color_of(const lob_rule_checker *c, const lob_violation *v) {
    return is_warning(c, v) ? LOB_MAP_WARNING : LOB_MAP_ERROR;
}

static lob_vec2 middle_of(lob_box64 b) {
    return (lob_vec2){((double)b.left + (double)b.right) / 2, ((double)b.bottom + (double)b.top) / 2};
}

/* What is not numbered. */
static void put_dots(lob_map_page *page, const lob_rule_checker *c, uint64_t from, uint64_t to) {
    uint32_t drawn = 0;
    for (uint32_t i = 0; i < c->place_count && drawn < DOTS_MAX; i++) {
        const lob_violation *v = &c->places[i].least;
        const lob_vec2 at = middle_of(v->box);
        const lob_pixel p = lob_grid_at(&page->map, at.x, at.y);
        if (i >= from && i < to) {
            continue;
        }
        if (p.x >= 0 && p.y >= 0 && p.x <= page->map.width && p.y <= page->map.height) {
            lob_chart_area(&page->chart, (lob_chart_rect){p.x - 2, p.y - 2, p.x + 2, p.y + 2}, color_of(c, v), 200);
            drawn++;
        }
    }
}

static lob_status put_numbers(lob_map_page *page, const lob_rule_checker *c, uint64_t from, uint64_t to) {
    const uint32_t count = (uint32_t)(to - from);
    lob_annotation *list = LOB_NEW_ARRAY(page->call->ctx->arena, lob_annotation, count + 1);
    if (!list) {
        return lob_fail_memory(page->call->ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        const lob_rule_place *place = &c->places[from + i];
        list[i] = (lob_annotation){.kind = LOB_ANNOTATION_MARKER,
                                   .has_color = true,
                                   .color = color_of(c, &place->least),
                                   .has_box = true,
                                   .box = place->box};
    }
    list[count] = (lob_annotation){.kind = LOB_ANNOTATION_SCALE_BAR};
    return lob_map_page_annotate(page, list, count + 1);
}

/* ---- the list ---- */

static void say_value(const lob_rule_checker *c, const lob_violation *v, char out[64]) {
    char number[40];
    switch (v->kind) {
    case LOB_VIOLATION_EDGE_PAIR:
        lob_chart_number(number, sizeof number, v->value * c->dbu, 4);
        snprintf(out, 64, "%s " MICRO, number);
        break;
    case LOB_VIOLATION_POLYGON:
        lob_chart_number(number, sizeof number, v->value * c->dbu * c->dbu, 6);
        snprintf(out, 64, "%s " MICRO "\xc2\xb2", number);
        break;
    case LOB_VIOLATION_EDGE:
        lob_chart_number(number, sizeof number, v->value, 3);
        snprintf(out, 64, "%s\xc2\xb0", number);
        break;
    case LOB_VIOLATION_BOX:
        lob_chart_number(number, sizeof number, v->value * 100, 2);
        snprintf(out, 64, "%s %%", number);
        break;
    case LOB_VIOLATION_POINT:
        out[0] = '\0';
        break;
    }
}

static void put_entry(lob_map_page *page, const lob_rule_checker *c, const lob_violation *v, uint32_t number) {
    char text[TEXT_SIZE], detail[160], value[64], x[40], y[40];
    const lob_rule *rule = &c->bound.rules.items[v->rule];
    const lob_vec2 at = middle_of(v->box);
    say_value(c, v, value);
    lob_chart_number(x, sizeof x, at.x * c->dbu, 3);
    lob_chart_number(y, sizeof y, at.y * c->dbu, 3);
    const int size =
        snprintf(text, sizeof text, "%.*s  %s", (int)(rule->id.size < 200 ? rule->id.size : 200), rule->id.data, value);
    const int size2 =
        snprintf(detail, sizeof detail, "at (%s, %s) " MICRO "%s", x, y, is_warning(c, v) ? ", warning" : "");
    lob_map_page_entry(page, number, color_of(c, v), (lob_str){text, (size_t)size}, (lob_str){detail, (size_t)size2});
}

static void put_heading(lob_map_page *page, const lob_rule_checker *c) {
    char title[TEXT_SIZE], under[TEXT_SIZE], count[LOB_NUM_TEXT_SIZE];
    lob_num_print_uint(count, c->total);
    const int size =
        snprintf(title, sizeof title, "%s violation%s in %.*s", count, c->total == 1 ? "" : "s",
                 (int)(c->response->cell.size < 200 ? c->response->cell.size : 200), c->response->cell.data);
    const int size2 = snprintf(under, sizeof under, "%u rule%s checked%s%.*s", c->bound.rules.count,
                               c->bound.rules.count == 1 ? "" : "s", c->deck.deck.name.size ? ", deck " : "",
                               (int)(c->deck.deck.name.size < 100 ? c->deck.deck.name.size : 100),
                               c->deck.deck.name.data ? c->deck.deck.name.data : "");
    lob_map_page_heading(page, (lob_str){title, (size_t)size}, (lob_str){under, (size_t)size2});
}

/* ---- enlarged ---- */

/* So that what was measured takes a sixth of it, however long the edges are that face each other. */
static double size_of(const lob_rule_checker *c, const lob_violation *v) {
    const double width = (double)v->box.right - (double)v->box.left,
                 height = (double)v->box.top - (double)v->box.bottom;
    const double least = INSET_UM_MIN / c->dbu;
    if (v->kind == LOB_VIOLATION_EDGE_PAIR) {
        return fmax(INSET_PARTS * fmax(v->value, fmin(width, height)), least);
    }
    return fmax(2 * fmax(width, height), least);
}

/* The first of each rule, then others. */
static lob_status put_insets(lob_map_page *page, const lob_rule_checker *c, uint64_t from, uint64_t to) {
    bool *is_drawn = LOB_NEW_ARRAY(page->call->ctx->arena, bool, to - from + 1);
    if (!is_drawn) {
        return lob_fail_memory(page->call->ctx);
    }
    for (int others = 0; others < 2; others++) {
        for (uint64_t i = from; i < to && page->inset_count < LOB_MAP_INSETS_MAX; i++) {
            const lob_violation *v = &c->verdict.items[i];
            const bool is_first = i == from || v->rule != v[-1].rule;
            if (is_drawn[i - from] || (others == 0 && !is_first)) {
                continue;
            }
            char text[TEXT_SIZE], value[64];
            const lob_rule *rule = &c->bound.rules.items[v->rule];
            const lob_annotation list[2] = {{.kind = LOB_ANNOTATION_BOX,
                                             .has_color = true,
                                             .color = color_of(c, v),
                                             .has_box = true,
                                             .box = v->box},
                                            {.kind = LOB_ANNOTATION_SCALE_BAR}};
            say_value(c, v, value);
            const int size = snprintf(text, sizeof text, "%.*s  %s", (int)(rule->id.size < 200 ? rule->id.size : 200),
                                      rule->id.data, value);
            const lob_map_inset inset = {.number = (uint32_t)(i - from + 1),
                                         .color = color_of(c, v),
                                         .middle = middle_of(v->box),
                                         .size = size_of(c, v),
                                         .caption = {text, (size_t)size},
                                         .annotations = list,
                                         .annotation_count = 2};
            LOB_TRY(lob_map_page_inset(page, &inset));
            is_drawn[i - from] = true;
        }
    }
    return LOB_OK;
}

/* The box asked for; else the cell's, which shows where in the cell they are. */
static lob_box64 shown_box(const lob_rule_checker *c) {
    return c->question.has_window ? c->question.window : lob_layout_cell(c->question.layout, c->question.cell)->box;
}

lob_status lob_check_rules_draw(lob_rule_checker *c, uint64_t first) {
    lob_map_page page;
    const uint64_t listed = c->request->summary ? c->place_count : first + c->response->violations.count;
    const uint64_t from = first < c->place_count ? first : c->place_count;
    const uint64_t to = listed - from < NUMBERED_MAX ? listed : from + NUMBERED_MAX;
    LOB_TRY(lob_map_page_begin(c->call, c->question.cell, shown_box(c), &page));
    put_dots(&page, c, from, to);
    LOB_TRY(put_numbers(&page, c, from, to));
    put_heading(&page, c);
    for (uint64_t i = from; i < to; i++) {
        put_entry(&page, c, &c->places[i].least, (uint32_t)(i - from + 1));
    }
    const lob_status status = put_insets(&page, c, from, to);
    if (status != LOB_OK) {
        lob_map_page_drop(&page);
        return status;
    }
    return lob_map_page_send(&page, "check_rules", &c->response->image, &c->response->image_svg);
}
