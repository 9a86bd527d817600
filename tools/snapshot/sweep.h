/* The sweep: every question of a plan is put to every layout of the fixtures, and the answers are stored.
 *
 * A plan is a JSON file: {about, leave_out, steps, alike_but, not_swept?}.
 *   leave_out   folders of the fixtures that are not swept
 *   steps       {ask, tool, arguments, save?, not_for?, why?}: `ask` names the question; `save` keeps values of its
 *               answer for later steps: {"$SHAPE1": "shapes[0].id"}, a path as pick() takes it; `not_for`: layouts
 *   not_swept   {tool, why}: tools that no step asks
 *   alike_but   {members?, asks?, layouts?, why}: members, wherever they stand in an answer, in which the two formats
 * of a layout may differ; without members: whole answers. asks and layouts: only these Arguments may hold $LAYOUT (the
 * file), $OTHER (the same layout in the other format), $SNAPSHOTS, $SESSION1 and what was saved. A question whose value
 * no answer gave is not asked, and that is its answer.
 */
#ifndef TOOLS_SNAPSHOT_SWEEP_H
#define TOOLS_SNAPSHOT_SWEEP_H

#include "snapshot.h"

enum {
    ASK_COUNT_MAX = 96,
    ALLOWANCE_COUNT_MAX = 64,
    SAVED_COUNT_MAX = 64,
    LAYOUT_COUNT_MAX = 512,
    MEMBER_COUNT_MAX = 16
};

typedef struct ask {
    const char *id, *tool;
    lob_str arguments;
    lob_str not_for; /* raw array, or absent */
    struct {
        const char *name; /* "$SHAPE1" */
        lob_str path;
    } saves[8];
    unsigned save_count;
    unsigned long answered, refused, passed_over; /* over all layouts */
} ask;

typedef struct allowance {
    lob_str asks, layouts; /* raw arrays, or absent: all */
    lob_str members[MEMBER_COUNT_MAX];
    size_t member_count; /* 0: the whole answer */
    const char *why;
    bool is_needed;
} allowance;

typedef struct plan {
    ask asks[ASK_COUNT_MAX];
    unsigned ask_count;
    allowance allowed[ALLOWANCE_COUNT_MAX];
    unsigned allowed_count;
    lob_str leave_out; /* raw array, or absent */
} plan;

/* Reads and checks a plan, every tool of the registry included. Memory: ctx->arena. NULL, or what is wrong. */
const char *plan_read(lob_ctx *ctx, const char *path, plan *out);

typedef struct layout {
    char name[256]; /* below the fixtures, without ending: "suite/halves" */
    bool has_gds, has_oas;
} layout;

/* The next $NAME in a text, data NULL at its end; *rest is then what stands behind it. */
lob_str next_variable(lob_str *rest);

/* Whether a pattern ("oasis/" and a star) of a raw array of strings, or of nothing, fits this name. */
bool names_layout(lob_str list, const char *name);
/* The layouts of a folder and of those below it, by name. Returns how many, at most LAYOUT_COUNT_MAX. */
size_t layouts_find(const char *folder, lob_str leave_out, layout *out);
/* The same for NAME.json of stored answers. */
size_t stored_find(const char *folder, layout *out);

#endif
