/* What all parts of connectivity stand on: findings, the work they may take, and paths compared. */
#include <math.h>

#include "pic/connect_impl.h"

#include "base/list.h"

enum { POLL_EVERY = 4096 };

lob_status lob_connect_too_large(lob_ctx *ctx, uint64_t work_max) {
    lob_status status = lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "Too many ports are close together to compare them all");
    lob_error_text(&ctx->error, "reason", LOB_STR("work"));
    lob_error_integer(&ctx->error, "limit", (int64_t)work_max);
    lob_hint(ctx, "Give a smaller box, or a smaller tolerance_um or near_miss_um.");
    return status;
}

lob_status lob_connect_work(lob_connecting *c, uint64_t more) {
    uint64_t before = c->work / POLL_EVERY;
    c->work += more;
    if (c->work > c->work_max) {
        return lob_connect_too_large(c->ctx, c->work_max);
    }
    return c->work / POLL_EVERY != before ? lob_poll(c->ctx) : LOB_OK;
}

void lob_connect_look_begin(lob_connecting *c) {
    c->kept = c->ctx->arena;
    c->ctx->arena = c->looks;
}

lob_status lob_connect_look_end(lob_connecting *c, lob_status status) {
    c->ctx->arena = c->kept;
    lob_arena_reset(c->looks);
    return status;
}

bool lob_connect_in_window(const lob_connecting *c, lob_vec2 at) {
    const lob_box64 w = c->q->window;
    return at.x >= (double)w.left && at.x <= (double)w.right && at.y >= (double)w.bottom && at.y <= (double)w.top;
}

lob_status lob_connect_find(lob_connecting *c, const lob_finding *finding) {
    c->result->counts[finding->kind]++;
    c->result->severities[finding->severity]++;
    if (!(c->q->kinds & 1u << finding->kind)) {
        return LOB_OK;
    }
    LOB_TRY(LOB_LIST_ROOM(c->ctx, c->ctx->arena, c->items, c->count, c->room));
    c->items[c->count++] = *finding;
    return LOB_OK;
}

/* What stands on a guess is no error. */
bool lob_connect_is_electrical(lob_str type) {
    static const lob_str begin = {"electrical", sizeof("electrical") - 1};
    return type.size >= begin.size && memcmp(type.data, begin.data, begin.size) == 0;
}

static lob_severity at_most_warning(const lob_port *p, lob_severity severity) {
    return p->source == LOB_PORT_INFERRED && severity < LOB_SEVERITY_WARNING ? LOB_SEVERITY_WARNING : severity;
}

static lob_severity severity_of(const lob_connecting *c, lob_finding_kind kind, uint32_t port) {
    bool electrical = lob_connect_is_electrical(c->q->ports[port].type);
    switch (kind) {
    case LOB_FIND_CROSS_SECTION:
    case LOB_FIND_UNMATCHED_GEOMETRY:
    case LOB_FIND_DEVICE_OVERLAP:
    case LOB_FIND_SHAPE_OVERLAP:
        return electrical && kind == LOB_FIND_UNMATCHED_GEOMETRY ? LOB_SEVERITY_INFO : LOB_SEVERITY_WARNING;
    case LOB_FIND_CONNECTED:
    case LOB_FIND_EXPOSED:
        return LOB_SEVERITY_INFO;
    case LOB_FIND_DANGLING: /* wires are drawn, not placed */
        return electrical ? LOB_SEVERITY_INFO : LOB_SEVERITY_ERROR;
    case LOB_FIND_OVERLOADED: /* wires may meet */
        return electrical ? LOB_SEVERITY_WARNING : LOB_SEVERITY_ERROR;
    default:
        return LOB_SEVERITY_ERROR;
    }
}

/* 0 .. 180: how far b looks from where it should. */
double lob_connect_angle_error(const lob_port *a, const lob_port *b, bool is_exposure) {
    double turn = remainder(b->angle_deg - a->angle_deg - (is_exposure ? 0 : 180), 360);
    return fabs(turn);
}

lob_finding lob_connect_pair(const lob_connecting *c, lob_finding_kind kind, uint32_t a, uint32_t b, bool is_exposure) {
    const lob_port *p = &c->q->ports[a];
    lob_finding f = {.kind = kind,
                     .severity = at_most_warning(p, severity_of(c, kind, a)),
                     .at = p->at,
                     .ports = {a},
                     .port_count = 1,
                     .components = {LOB_NONE, LOB_NONE},
                     .is_exposure = is_exposure,
                     .confidence = p->confidence};
    if (b == LOB_NONE) {
        return f;
    }
    const lob_port *r = &c->q->ports[b];
    f.ports[f.port_count++] = b;
    f.severity = at_most_warning(r, f.severity);
    f.confidence = fmin(f.confidence, r->confidence);
    f.has_offset = true;
    f.offset = (lob_vec2){r->at.x - p->at.x, r->at.y - p->at.y};
    if (p->has_angle) {
        double cosine = cos(p->angle_deg * (M_PI / 180)), sine = sin(p->angle_deg * (M_PI / 180));
        bool is_square = fmod(p->angle_deg, 90) == 0; /* no noise of sines on the axes */
        cosine = is_square ? round(cosine) : cosine;
        sine = is_square ? round(sine) : sine;
        f.has_gap = true;
        f.gap = f.offset.x * cosine + f.offset.y * sine;
        f.shift = f.offset.y * cosine - f.offset.x * sine;
    }
    f.has_angle = p->has_angle && r->has_angle;
    f.angle_error_deg = f.has_angle ? lob_connect_angle_error(p, r, is_exposure) : 0;
    f.has_width = p->width > 0 && r->width > 0;
    f.width_difference = f.has_width ? r->width - p->width : 0;
    return f;
}

int lob_path_compare(const lob_step *a, uint32_t a_depth, const lob_step *b, uint32_t b_depth) {
    for (uint32_t i = 0; i < a_depth && i < b_depth; i++) {
        if (a[i].inst != b[i].inst) {
            return a[i].inst < b[i].inst ? -1 : 1;
        }
        if (a[i].member != b[i].member) {
            return a[i].member < b[i].member ? -1 : 1;
        }
    }
    return a_depth < b_depth ? -1 : a_depth > b_depth;
}

bool lob_path_is_above(const lob_step *a, uint32_t a_depth, const lob_step *b, uint32_t b_depth) {
    return a_depth < b_depth && lob_path_compare(a, a_depth, b, a_depth) == 0;
}
