/* Names, counts, and who places whom. See find.h. */
#include "query/find.h"

#include "base/num.h"
#include "base/utf8.h"
#include "query/find_impl.h"

enum { POLL_EVERY = 1024 }; /* cells */

/* ---- names ---- */

enum { NO_CHARACTER = 0x110000 }; /* bytes that are none follow here */

static uint32_t character_at(lob_str text, size_t at, size_t *next, bool ignore_case) {
    uint32_t code;
    unsigned size = lob_utf8_decode(text, at, &code);
    *next = at + (size ? size : 1);
    if (!size) {
        return NO_CHARACTER + (unsigned char)text.data[at];
    }
    return ignore_case && code >= 'A' && code <= 'Z' ? code + ('a' - 'A') : code;
}

/* The character of a pattern at `at`; *wild: an unescaped * or ?, which is returned. */
static uint32_t pattern_at(lob_str pattern, size_t at, size_t *next, bool ignore_case, bool *wild) {
    uint32_t code = character_at(pattern, at, next, ignore_case);
    *wild = code == '*' || code == '?';
    if (code == '\\' && *next < pattern.size) {
        code = character_at(pattern, *next, next, ignore_case);
    }
    return code;
}

bool lob_glob_matches(lob_str pattern, lob_str name, bool ignore_case) {
    size_t p = 0, n = 0, after_star = SIZE_MAX, from = 0;
    while (n < name.size) {
        size_t p_next = p, n_next;
        bool wild = false;
        uint32_t want = p < pattern.size ? pattern_at(pattern, p, &p_next, ignore_case, &wild) : UINT32_MAX;
        uint32_t have = character_at(name, n, &n_next, ignore_case);
        if (wild && want == '*') {
            after_star = p = p_next;
            from = n;
        } else if (p < pattern.size && (want == have || (wild && want == '?'))) {
            p = p_next;
            n = n_next;
        } else if (after_star != SIZE_MAX) { /* the last star takes one more */
            (void)character_at(name, from, &from, ignore_case);
            n = from;
            p = after_star;
        } else {
            return false;
        }
    }
    while (p < pattern.size && pattern.data[p] == '*') {
        p++;
    }
    return p == pattern.size;
}

/* ---- counts ---- */

static uint64_t member_count(const lob_layout *layout, const lob_inst *inst) {
    return inst->rep == LOB_NONE ? 1 : lob_rep_count(lob_layout_rep(layout, inst->rep));
}

static void count_cell(const lob_layout *layout, lob_cell_index index, uint64_t times, lob_census *c,
                       lob_cell_index *last_parent) {
    const lob_cell *cell = lob_layout_cell(layout, index);
    for (uint32_t i = 0; i < cell->inst_count; i++) {
        const lob_inst *inst = &cell->insts[i];
        const uint64_t members = member_count(layout, inst);
        c->is_below[inst->child] = true;
        c->stored[inst->child]++;
        c->members[inst->child] = lob_u64_add_sat(c->members[inst->child], members);
        c->placed[inst->child] = lob_u64_add_sat(c->placed[inst->child], lob_u64_mul_sat(times, members));
        c->parents[inst->child] += last_parent[inst->child] != index;
        last_parent[inst->child] = index;
    }
}

static lob_status census_new(lob_ctx *ctx, uint32_t count, lob_census *c) {
    *c = (lob_census){.is_below = LOB_NEW_ARRAY(ctx->arena, bool, count),
                      .stored = LOB_NEW_ARRAY(ctx->arena, uint64_t, count),
                      .members = LOB_NEW_ARRAY(ctx->arena, uint64_t, count),
                      .parents = LOB_NEW_ARRAY(ctx->arena, uint64_t, count),
                      .placed = LOB_NEW_ARRAY(ctx->arena, uint64_t, count)};
    return c->is_below && c->stored && c->members && c->parents && c->placed ? LOB_OK : lob_fail_memory(ctx);
}

lob_status lob_query_census(lob_ctx *ctx, const lob_layout *layout, const lob_cell_index *roots, uint32_t root_count,
                            lob_census *census) {
    const uint32_t count = lob_layout_cell_count(layout);
    LOB_TRY(census_new(ctx, count, census));
    bool *is_root = LOB_NEW_ARRAY(ctx->arena, bool, count);
    lob_cell_index *last_parent = LOB_NEW_ARRAY(ctx->arena, lob_cell_index, count);
    if (!is_root || !last_parent) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        last_parent[i] = LOB_NONE;
    }
    for (uint32_t i = 0; i < root_count; i++) {
        is_root[roots[i]] = census->is_below[roots[i]] = true;
    }
    for (uint32_t i = count; i > 0;) {
        i--;
        const lob_cell_index cell = lob_layout_cells_bottom_up(layout)[i];
        LOB_TRY(i % POLL_EVERY == 0 ? lob_poll(ctx) : LOB_OK);
        if (census->is_below[cell]) {
            count_cell(layout, cell, lob_u64_add_sat(census->placed[cell], is_root[cell]), census, last_parent);
        }
    }
    return LOB_OK;
}

/* ---- who places whom ---- */

lob_status lob_finder_new(lob_ctx *ctx, const lob_layout *layout, const lob_census *census, lob_finder **finder) {
    const uint32_t count = lob_layout_cell_count(layout);
    lob_finder *f = LOB_NEW(ctx->arena, lob_finder);
    if (!f) {
        return lob_fail_memory(ctx);
    }
    *f = (lob_finder){.layout = layout,
                      .first = LOB_NEW_ARRAY(ctx->arena, uint64_t, (size_t)count + 1),
                      .rank = LOB_NEW_ARRAY(ctx->arena, uint32_t, count),
                      .slot = LOB_NEW_ARRAY(ctx->arena, uint32_t, count)};
    if (!f->first || !f->rank || !f->slot) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        f->first[i + 1] = f->first[i] + census->stored[i];
        f->rank[lob_layout_cells_bottom_up(layout)[i]] = i;
        f->slot[i] = LOB_NONE;
    }
    f->placings = LOB_NEW_ARRAY(ctx->arena, lob_placing, f->first[count]);
    uint64_t *next = LOB_NEW_ARRAY(ctx->arena, uint64_t, count);
    if (!f->placings || !next) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        const lob_cell *cell = lob_layout_cell(layout, i);
        LOB_TRY(i % POLL_EVERY == 0 ? lob_poll(ctx) : LOB_OK);
        for (uint32_t k = 0; census->is_below[i] && k < cell->inst_count; k++) {
            lob_cell_index child = cell->insts[k].child;
            f->placings[f->first[child] + next[child]++] = (lob_placing){.parent = i, .inst = k};
        }
    }
    *finder = f;
    return LOB_OK;
}
