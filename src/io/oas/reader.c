/* What every record of the OASIS reader shares: modal variables, and the element that waits for its properties.
 *
 * Invariant: at most one element is pending; oas_flush() hands it to the sink and forgets its properties.
 */
#include "io/oas/reader.h"

void oas_modal_reset(oas_modal *m) {
    m->was_set |= m->set;
    m->set = 0;
    m->relative = false;
    m->placement_x = m->placement_y = m->text_x = m->text_y = m->geometry_x = m->geometry_y = 0;
}

lob_status oas_forgive(oas_reader *r, const char *kind, const char *reason, const char *message, const char *hint) {
    if (r->is_strict) {
        return oas_fail(&r->s, reason, message, hint);
    }
    return r->sink->warning(r->sink->self, kind, message, r->s.record_offset);
}

/* Those that are numbers. They are 0 as long as none was set. */
static const uint32_t modal_numbers = OAS_M_LAYER | OAS_M_DATATYPE | OAS_M_TEXTLAYER | OAS_M_TEXTTYPE | OAS_M_WIDTH |
                                      OAS_M_HEIGHT | OAS_M_PATH_HALFWIDTH | OAS_M_PATH_START | OAS_M_PATH_END |
                                      OAS_M_CTRAPEZOID_TYPE | OAS_M_RADIUS;

lob_status oas_need(oas_reader *r, uint32_t bits) {
    const uint32_t missing = bits & ~r->m.set;
    if (!missing) {
        return LOB_OK;
    }
    if (!r->is_strict && !(missing & ~modal_numbers) && !(missing & r->m.was_set)) {
        return r->sink->warning(r->sink->self, "modal_unset", "A value that no record has set is read as 0.",
                                r->s.record_offset);
    }
    return oas_fail(&r->s, "modal_unset", "a field is omitted that no previous record has set", NULL);
}

static lob_status hand_on(oas_reader *r) {
    const lob_sink *sink = r->sink;
    switch (r->pending) {
    case OAS_BOX:
        return sink->box(sink->self, &r->element, r->box);
    case OAS_POLY:
        if (r->outline != LOB_SINK_NO_OUTLINE) {
            return sink->polygon_of(sink->self, &r->element, r->outline, r->at);
        }
        return sink->polygon(sink->self, &r->element, r->points, r->point_count);
    case OAS_PATHS:
        if (r->outline != LOB_SINK_NO_OUTLINE) {
            r->path.count = r->point_count;
            return sink->path_of(sink->self, &r->element, &r->path, r->outline, r->at);
        }
        r->path.points = r->points;
        r->path.count = r->point_count;
        return sink->path(sink->self, &r->element, &r->path);
    case OAS_TEXTS:
        return sink->text(sink->self, &r->element, &r->text);
    default: /* OAS_INSTANCE */
        return sink->instance(sink->self, &r->element, &r->instance);
    }
}

/* What handing the element on costs: limits.json says of work_per_byte what an operation is. */
static uint64_t cost(const oas_reader *r) {
    uint64_t operations = 1 + (r->element.rep ? r->element.rep->list_count / 64 : 0);
    switch (r->pending) {
    case OAS_POLY:
    case OAS_PATHS:
        return operations + r->point_count / 8;
    case OAS_TEXTS:
        return operations + r->text.string.size / 16;
    case OAS_INSTANCE:
        return operations + r->instance.cell.size / 16;
    default:
        return operations;
    }
}

lob_status oas_flush(oas_reader *r) {
    if (r->pending == OAS_NOTHING) {
        return LOB_OK;
    }
    LOB_TRY(oas_work(&r->s, cost(r)));
    r->element.props = r->props;
    r->element.prop_count = r->prop_count;
    lob_status status = hand_on(r);
    r->pending = OAS_NOTHING;
    if (r->prop_count) {
        r->prop_count = 0;
        lob_arena_reset(r->prop_arena);
    }
    return status;
}
