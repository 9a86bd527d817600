/* Offsets, held against what lies there. A stream needs none of them, but who reads a file at random goes by them
 * alone: a wrong one makes another layout of it, or says that the file was changed after it was written.
 *
 *   table offsets     in START or END, a pair (strict, offset) for each of six kinds of names. Strict: all names of the
 *                     kind lie in one table; its first record, the PADs in front of it or the CBLOCK around it lies at
 *                     offset; 0: there are none
 *   S_CELL_OFFSET     a property of a CELLNAME: where its CELL lies; 0: nowhere in this file
 *
 * Both may come before and after what they tell of, so places are kept and the end of the file settles it.
 *
 * Invariant: places are in order of their offsets. A wrong offset is a warning, for this reader needs none; who asks
 * for strict reading has those of strict tables refused.
 */
#include "io/oas/strict.h"

#include "base/alloc.h"
#include "base/digest.h"
#include "io/oas/reader.h"

static const char *const table_names[OAS_IN_COUNT] = {"CELLNAME",   "TEXTSTRING", "PROPNAME",
                                                      "PROPSTRING", "LAYERNAME",  "XNAME"};

static const char rewrite_hint[] =
    "The file was changed after it was written, or its writer has a fault: export it again from its source.";

/* An id of a cell: its number, or the hash of its name with the top bit set. Two that are taken for one hide a fault,
 * they never make one. */
enum { NUMBER_BITS = 63 };

static uint64_t id_of_number(uint64_t number) {
    return number & ~(UINT64_C(1) << NUMBER_BITS);
}

static uint64_t id_of_name(lob_str name) {
    return lob_hash64_fast(name.data, name.size, 0) | UINT64_C(1) << NUMBER_BITS;
}

static oas_where here(const oas_reader *r) {
    return (oas_where){r->s.record_offset, r->s.record_index, r->s.record_name};
}

static lob_status fail_there(oas_reader *r, const oas_where *where, const char *reason, const char *message) {
    r->s.record_offset = where->offset;
    r->s.record_index = where->index;
    r->s.record_name = where->name;
    return oas_fail(&r->s, reason, message, rewrite_hint);
}

/* ---- what is said ---- */

lob_status oas_table_offsets(oas_reader *r, uint64_t low) {
    const uint64_t high = lob_source_is_gzip(r->s.source) ? UINT64_MAX : lob_source_file_size(r->s.source);
    r->strict.said_where = here(r);
    for (unsigned i = 0; i < OAS_IN_COUNT; i++) {
        uint64_t strict, offset;
        LOB_TRY(oas_uint_max(&r->s, 1, "the strict flag of a table is neither 0 nor 1", &strict));
        LOB_TRY(oas_uint(&r->s, &offset));
        r->strict.said[i].is_strict = strict;
        r->strict.said[i].offset = offset;
        if (strict && offset != 0 && (offset < low || offset >= high)) {
            LOB_TRY(oas_forgive(r, "table_offset", "table_offset",
                                "the offset of a name table points outside of the records", rewrite_hint));
            r->strict.said[i].is_strict = false; /* nothing more is to be said of it */
        }
    }
    return LOB_OK;
}

/* ---- where things are ---- */

void oas_strict_pads(oas_reader *r) {
    if (r->strict.pads_end != r->s.record_offset) {
        r->strict.pads = r->s.record_offset;
    }
    r->strict.pads_end = oas_offset(&r->s);
}

void oas_strict_name(oas_reader *r, oas_table_kind kind) {
    oas_strict *t = &r->strict;
    if (!t->found[kind].is_there) {
        t->found[kind].is_there = true;
        t->found[kind].first = r->s.record_offset;
        t->found[kind].pads = t->pads_end == r->s.record_offset ? t->pads : r->s.record_offset;
    } else if (t->last != kind && !t->found[kind].is_stray) {
        t->found[kind].is_stray = true;
        t->found[kind].stray = here(r);
    }
    t->last = kind;
}

void oas_strict_cellname(oas_reader *r, uint64_t number, lob_str name) {
    r->strict.cell_number = id_of_number(number);
    r->strict.cell_name = id_of_name(name);
    r->strict.has_claim = false;
}

void oas_strict_propname(oas_reader *r, uint64_t number, lob_str name) {
    if (!r->strict.knows_prop && lob_str_equal(name, LOB_STR("S_CELL_OFFSET"))) {
        r->strict.knows_prop = true;
        r->strict.prop = number;
    }
}

static lob_status place_add(oas_reader *r, uint64_t id) {
    oas_strict *t = &r->strict;
    if (t->place_count == t->place_capacity) {
        oas_cell_place *grown = oas_grown(t->places, sizeof *grown, t->place_count + UINT64_C(1), &t->place_capacity);
        if (!grown) {
            return lob_fail_memory(r->ctx);
        }
        t->places = grown;
    }
    t->places[t->place_count++] = (oas_cell_place){r->s.record_offset, id};
    t->last = OAS_IN_NONE;
    return LOB_OK;
}

lob_status oas_strict_cell_number(oas_reader *r, uint64_t number) {
    return place_add(r, id_of_number(number));
}

lob_status oas_strict_cell_name(oas_reader *r, lob_str name) {
    return place_add(r, id_of_name(name));
}

/* ---- S_CELL_OFFSET ---- */

/* Several cells at one place share a CBLOCK: then the place is all that can be asked for. */
static bool is_cell_at(const oas_strict *t, const oas_cell_claim *claim) {
    uint32_t low = 0, high = t->place_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (t->places[middle].offset < claim->offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == t->place_count || t->places[low].offset != claim->offset) {
        return false;
    }
    const bool is_shared = low + 1 < t->place_count && t->places[low + 1].offset == claim->offset;
    return is_shared || t->places[low].id == claim->number || t->places[low].id == claim->name;
}

static void settle(oas_strict *t, const oas_cell_claim *claim) {
    if (!t->is_bad && !is_cell_at(t, claim)) {
        t->is_bad = true;
        t->bad = claim->where;
    }
}

static lob_status claim_keep(oas_reader *r, const oas_cell_claim *claim) {
    oas_strict *t = &r->strict;
    if (t->claim_count == t->claim_capacity) {
        oas_cell_claim *grown = oas_grown(t->claims, sizeof *grown, t->claim_count + UINT64_C(1), &t->claim_capacity);
        if (!grown) {
            return lob_fail_memory(r->ctx);
        }
        t->claims = grown;
    }
    t->claims[t->claim_count++] = *claim;
    return LOB_OK;
}

lob_status oas_strict_cellname_prop(oas_reader *r) {
    oas_strict *t = &r->strict;
    const oas_name *name = &r->m.prop_name;
    const lob_prop_value *value = r->values.items;
    if (t->has_claim || !r->m.prop_is_standard || r->values.count != 1 || value->kind != LOB_PROP_UINT) {
        return LOB_OK;
    }
    const bool is_known = !name->by_ref || t->knows_prop;
    const lob_str text = {name->text.size ? name->text.data : "", name->text.size};
    if (is_known && !(name->by_ref ? name->ref == t->prop : lob_str_equal(text, LOB_STR("S_CELL_OFFSET")))) {
        return LOB_OK;
    }
    oas_cell_claim claim = {value->u, t->cell_number, t->cell_name, name->by_ref ? name->ref : UINT64_MAX, here(r)};
    t->has_claim = true;
    if (claim.offset == 0) {
        return LOB_OK;
    }
    if (!is_known || claim.offset >= claim.where.offset) {
        return claim_keep(r, &claim);
    }
    settle(t, &claim);
    return LOB_OK;
}

static lob_status check_cells(oas_reader *r) {
    oas_strict *t = &r->strict;
    for (uint32_t i = 0; i < t->claim_count; i++) {
        const uint64_t prop = t->claims[i].prop;
        if (prop == UINT64_MAX || (t->knows_prop && prop == t->prop)) {
            settle(t, &t->claims[i]);
        }
    }
    if (!t->is_bad) {
        return LOB_OK;
    }
    if (t->said[OAS_IN_CELLNAMES].is_strict && r->is_strict) {
        return fail_there(r, &t->bad, "cell_offset", "an S_CELL_OFFSET of a strict table is not where the cell begins");
    }
    return r->sink->warning(r->sink->self, "cell_offset", "an S_CELL_OFFSET is not where the cell begins",
                            t->bad.offset);
}

/* ---- the end ---- */

static lob_status warn_table(oas_reader *r) {
    return r->sink->warning(r->sink->self, "table_offset",
                            "the offset of a strict name table is not where that table begins",
                            r->strict.said_where.offset);
}

lob_status oas_strict_check(oas_reader *r) {
    const oas_strict *t = &r->strict;
    for (unsigned i = 0; i < OAS_IN_COUNT; i++) {
        const uint64_t offset = t->said[i].offset;
        if (!t->said[i].is_strict) {
            continue;
        }
        if (offset && (offset < t->found[i].pads || offset > t->found[i].first)) { /* 0 and 0: there is none */
            if (!r->is_strict) {
                LOB_TRY(warn_table(r));
                continue;
            }
            lob_status status = fail_there(r, &t->said_where, "table_offset",
                                           "the offset of a strict name table is not where that table begins");
            lob_error_text(&r->ctx->error, "table", lob_str_from(table_names[i]));
            return status;
        }
        if (!offset && t->found[i].is_there) {
            LOB_TRY(r->sink->warning(r->sink->self, "strict_table",
                                     "a name table that is marked as strict and absent has names", t->found[i].first));
        } else if (t->found[i].is_stray) {
            LOB_TRY(r->sink->warning(r->sink->self, "strict_table", "a name is outside of its strict table",
                                     t->found[i].stray.offset));
        }
    }
    return check_cells(r);
}

void oas_strict_release(oas_strict *t) {
    lob_free(t->places);
    lob_free(t->claims);
}
