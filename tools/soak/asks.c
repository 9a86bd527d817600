/* The mixture: looking, measuring, drawing, checking, and one request in twenty that is wrong on purpose, for errors
 * leak as well. Every session is of fixtures/coupler.gds, whose ids of shapes are the same in each. */
#include <string.h>

#include "soak.h"

#define GAP "\"target_ids\":[\"shp_415c427ece900cee\",\"shp_41571c3bbf773b63\"]"
#define BOX "\"box\":{\"left\":X,\"bottom\":Y,\"right\":50,\"top\":6}"

const ask soak_asks[] = {
    {"ping", "ping", NULL, NULL, 40, ASK_ANSWER},
    {"tools/list", "tools/list", NULL, NULL, 2, ASK_ANSWER},
    {"list_layers", NULL, "list_layers", "{\"session_id\":S}", 150, ASK_ANSWER},
    {"list_cells", NULL, "list_cells", "{\"session_id\":S,\"limit\":20}", 150, ASK_ANSWER},
    {"find_cells", NULL, "find_cells", "{\"session_id\":S,\"pattern\":\"coup*\"}", 60, ASK_ANSWER},
    {"describe_cell", NULL, "describe_cell", "{\"session_id\":S}", 80, ASK_ANSWER},
    {"query_region", NULL, "query_region", "{\"session_id\":S," BOX ",\"hierarchy_mode\":\"recursive\"}", 200,
     ASK_ANSWER},
    {"describe_region", NULL, "describe_region", "{\"session_id\":S," BOX "}", 30, ASK_ANSWER},
    {"measure_geometry", NULL, "measure_geometry", "{\"session_id\":S,\"mode\":\"edge_gap\"," GAP "}", 100, ASK_ANSWER},
    {"check_rules", NULL, "check_rules",
     "{\"session_id\":S," BOX ",\"rules\":[{\"id\":\"s\",\"type\":\"space\",\"layer\":\"1/0\",\"min_um\":0.3}]}", 20,
     ASK_ANSWER},
    {"list_ports", NULL, "list_ports", "{\"session_id\":S}", 30, ASK_ANSWER},
    {"trace_waveguide", NULL, "trace_waveguide", "{\"session_id\":S,\"from\":{\"x_um\":1,\"y_um\":3.35}}", 2,
     ASK_ANSWER},
    {"render_view", NULL, "render_view", "{\"session_id\":S," BOX ",\"image_size\":{\"width\":160,\"height\":120}}", 4,
     ASK_ANSWER},
    {"fault: argument", NULL, "query_region", "{\"session_id\":S,\"box\":{\"left\":\"a\"}}", 20, ASK_TOOL_ERROR},
    {"fault: session", NULL, "list_layers", "{\"session_id\":\"ses_000000000000\"}", 20, ASK_TOOL_ERROR},
    {"fault: file", NULL, "open_layout", "{\"path\":\"/nowhere/at/all.gds\"}", 10, ASK_TOOL_ERROR},
    {"fault: method", "no/such/method", NULL, NULL, 10, ASK_RPC_ERROR},
};
const unsigned soak_ask_count = sizeof soak_asks / sizeof soak_asks[0];

static unsigned draw(uint64_t *state, unsigned below) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)((*state >> 33) % below);
}

unsigned soak_next(uint64_t *state) {
    unsigned sum = 0;
    for (unsigned i = 0; i < soak_ask_count; i++) {
        sum += soak_asks[i].weight;
    }
    unsigned at = draw(state, sum);
    unsigned which = 0;
    while (at >= soak_asks[which].weight) {
        at -= soak_asks[which++].weight;
    }
    return which;
}

bool soak_params(const ask *a, const char *session, uint64_t *state, char *out, size_t size) {
    size_t used = 0;
    if (a->method) {
        return (size_t)snprintf(out, size, "{}") < size;
    }
    used = (size_t)snprintf(out, size, "{\"name\":\"%s\",\"arguments\":", a->tool);
    const char *c = a->arguments;
    for (; *c != '\0' && used + 64 < size; c++) {
        const char *before = c > a->arguments ? c - 1 : c;
        if (*c == 'S' && *before == ':') {
            used += (size_t)snprintf(out + used, size - used, "\"%s\"", session);
        } else if ((*c == 'X' || *c == 'Y') && *before == ':') {
            used += (size_t)snprintf(out + used, size - used, "%d.%03u", *c == 'X' ? 0 : -6, draw(state, 1000));
        } else {
            out[used++] = *c;
        }
    }
    return *c == '\0' && used + 2 < size && (size_t)snprintf(out + used, size - used, "}") < size - used;
}
