/* DRC scripts for the built-in engine: a few layers, then steps on what is there so far, and what the last ones make is
 * output.
 *
 * Steps know kinds, so that most decks run; a few are wrong, and one in sixteen names a layer that is not there. */
#include "user.h"

#include <string.h>

enum { VALUES_MAX = 16 };

typedef enum { REGION, EDGES, PAIRS } kind;

typedef struct deck {
    user_dice *d;
    const user_known *known;
    lob_buf text;
    kind kinds[VALUES_MAX];
    unsigned count;
} deck;

/* In a step: A a value of its kind, R a region, E edges, L a length, M another, N a small number. */
typedef struct step {
    kind from, to;
    const char *text;
} step;

static const step steps[] = {
    {REGION, REGION, "A.merged"},
    {REGION, REGION, "A.merged(N)"},
    {REGION, REGION, "A.hulls"},
    {REGION, REGION, "A.holes"},
    {REGION, REGION, "A.extents"},
    {REGION, REGION, "A.sized(L)"},
    {REGION, REGION, "A.sized(-L)"},
    {REGION, REGION, "A.sized(L, M, acute_limit)"},
    {REGION, REGION, "A.smoothed(L)"},
    {REGION, REGION, "A.rounded_corners(L, M, 16)"},
    {REGION, REGION, "A.snapped(L)"},
    {REGION, REGION, "A & R"},
    {REGION, REGION, "A | R"},
    {REGION, REGION, "A - R"},
    {REGION, REGION, "A ^ R"},
    {REGION, REGION, "A + R"},
    {REGION, REGION, "A.interacting(R)"},
    {REGION, REGION, "A.interacting(R, N)"},
    {REGION, REGION, "A.not_interacting(R)"},
    {REGION, REGION, "A.overlapping(R)"},
    {REGION, REGION, "A.inside(R)"},
    {REGION, REGION, "A.outside(R)"},
    {REGION, REGION, "A.covering(R)"},
    {REGION, REGION, "A.in(R)"},
    {REGION, REGION, "A.interacting(E)"},
    {REGION, REGION, "A.pull_interacting(R)"},
    {REGION, REGION, "A.with_area(0, L)"},
    {REGION, REGION, "A.with_bbox_min(L, nil)"},
    {REGION, REGION, "A.with_holes(N)"},
    {REGION, REGION, "A.without_area_ratio(1.0, 2.0)"},
    {REGION, REGION, "A.rectangles"},
    {REGION, REGION, "A.non_rectilinear"},
    {REGION, REGION, "A.moved(L, -M)"},
    {REGION, REGION, "A.rotated(90)"},
    {REGION, REGION, "extent - A"},
    {REGION, REGION, "A.drc(width < L)"},
    {REGION, REGION, "A.drc(sized(L) & secondary(R))"},
    {REGION, REGION, "A.select { |p| p.num_points < 9 }"},
    {REGION, EDGES, "A.edges"},
    {REGION, EDGES, "A.corners(-180, 180).edges"},
    {REGION, PAIRS, "A.width(L)"},
    {REGION, PAIRS, "A.space(L, euclidian)"},
    {REGION, PAIRS, "A.notch(L, projection)"},
    {REGION, PAIRS, "A.isolated(L, square)"},
    {REGION, PAIRS, "A.separation(R, L)"},
    {REGION, PAIRS, "A.enclosing(R, L, whole_edges)"},
    {REGION, PAIRS, "A.overlap(R, L, angle_limit(30))"},
    {REGION, PAIRS, "A.space(L, projecting > M, transparent)"},
    {REGION, PAIRS, "A.drc(space < L)"},
    {EDGES, EDGES, "A.merged"},
    {EDGES, EDGES, "A & E"},
    {EDGES, EDGES, "A - R"},
    {EDGES, EDGES, "A.inside_part(R)"},
    {EDGES, EDGES, "A.interacting(R)"},
    {EDGES, EDGES, "A.with_length(L, M)"},
    {EDGES, EDGES, "A.with_angle(ortho)"},
    {EDGES, EDGES, "A.centers(L, 0.5)"},
    {EDGES, EDGES, "A.start_segments(L, 0)"},
    {EDGES, REGION, "A.extended_out(L)"},
    {EDGES, REGION, "A.extents(L)"},
    {EDGES, PAIRS, "A.space(L)"},
    {PAIRS, REGION, "A.polygons(L)"},
    {PAIRS, REGION, "A.extents"},
    {PAIRS, EDGES, "A.edges"},
    {PAIRS, PAIRS, "A.with_distance(0, L)"},
    {PAIRS, PAIRS, "A.with_length(L, nil)"},
};

static unsigned value_of(deck *k, kind wanted) {
    for (unsigned tries = 0; tries < 8; tries++) {
        const unsigned at = (unsigned)user_roll(k->d, k->count);
        if (k->kinds[at] == wanted) {
            return at;
        }
    }
    return 0;
}

static void add_length(deck *k, bool is_other) {
    const double length = user_length(k->d, k->known);
    lob_buf_printf(&k->text, "%.5f", length > 1e5 ? 1e5 : is_other ? 2 * length : length);
}

static void add_step(deck *k, const step *s, unsigned of) {
    lob_buf_printf(&k->text, "v%u = ", k->count);
    for (const char *c = s->text; *c; c++) {
        switch (*c) {
        case 'A':
            lob_buf_printf(&k->text, "v%u", of);
            break;
        case 'R':
            lob_buf_printf(&k->text, "v%u", value_of(k, REGION));
            break;
        case 'E':
            lob_buf_printf(&k->text, "v%u", value_of(k, EDGES));
            break;
        case 'L':
        case 'M':
            add_length(k, *c == 'M');
            break;
        case 'N':
            lob_buf_printf(&k->text, "%u", 1 + (unsigned)user_roll(k->d, 4));
            break;
        default:
            lob_buf_add_byte(&k->text, *c);
        }
    }
    lob_buf_add_byte(&k->text, '\n');
    k->kinds[k->count++] = s->to;
}

static void add_input(deck *k) {
    const unsigned at = k->known->layer_count ? (unsigned)user_roll(k->d, k->known->layer_count) : 0;
    const bool is_there = k->known->layer_count > 0 && !user_one_in(k->d, 16);
    lob_buf_printf(&k->text, "v%u = input(%u, %u)\n", k->count, is_there ? k->known->layers[at].layer : 999,
                   is_there ? k->known->layers[at].datatype : 9);
    k->kinds[k->count++] = REGION;
}

char *user_script(user_dice *d, const user_known *known) {
    deck k = {.d = d, .known = known};
    const unsigned count = 3 + (unsigned)user_roll(d, VALUES_MAX - 2);
    lob_buf_init(&k.text, 1 << 16);
    lob_buf_printf(&k.text, "report(\"r\", $report_path)\n");
    add_input(&k);
    add_input(&k);
    while (k.count < count) {
        const step *s = &steps[user_roll(d, sizeof steps / sizeof steps[0])];
        const unsigned of = value_of(&k, s->from);
        if (k.kinds[of] == s->from) {
            add_step(&k, s, of);
        } else {
            add_step(&k, &steps[user_roll(d, 8)], 0); /* those of a region */
        }
    }
    for (unsigned i = count - 2; i < count; i++) {
        lob_buf_printf(&k.text, "v%u.output(\"c%u\", \"of a user\")\n", i, i);
    }
    FUZZ_REQUIRE(!k.text.failed);
    char *text = strndup(k.text.data, k.text.size);
    FUZZ_REQUIRE(text);
    lob_buf_release(&k.text);
    return text;
}
