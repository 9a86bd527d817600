/* Every question of the plan to every layout, each layout to a server of its own, and the answers as
 * sweep/LAYOUT.json beside the cases.
 *
 * A layout in both formats is asked in both: GDSII is stored, and what OASIS answers must be the same but for what the
 * plan allows. Invariants as of cases: the text of today is always made; accepting writes what was compared; never
 * accepted are answers that break a rule of all answers, and formats that differ.
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "sweep.h"
#include "json/reader.h"

#define STORED_SIZE_MAX ((size_t)16 << 20)

typedef struct answer {
    const char *kind; /* expect, error, rpc_error, not_asked; NULL: the server broke off before */
    lob_str text;     /* compact */
} answer;

/* One file and its server. */
typedef struct talk {
    host host;
    char title[300];
    const layout *layout;
    answer answers[ASK_COUNT_MAX];
    struct {
        const char *name;
        lob_str raw;
    } saved[SAVED_COUNT_MAX];
    unsigned saved_count;
    bool is_whole; /* every question had its turn */
} talk;

typedef struct numbering {
    char ids[2048][20];
    unsigned count;
} numbering;

typedef struct sweep {
    totals *all;
    plan plan;
    char snapshots[PATH_MAX]; /* absolute folder of the cases */
    layout layouts[LAYOUT_COUNT_MAX];
    size_t layout_count;
    unsigned long answered, refused, passed_over, alike;
    bool is_incomplete;
} sweep;

/* ---- arguments ---- */

static bool save(talk *t, const char *name, lob_str raw) {
    unsigned i = 0;
    while (i < t->saved_count && strcmp(t->saved[i].name, name) != 0) {
        i++;
    }
    if (i == SAVED_COUNT_MAX) {
        return false;
    }
    t->saved_count += i == t->saved_count;
    t->saved[i].name = name;
    t->saved[i].raw = raw;
    return true;
}

/* The value of a $NAME without its quotes; data NULL: there is none. */
static lob_str value_of(const talk *t, lob_str name, bool *is_text) {
    *is_text = true;
    for (unsigned i = 0; i < t->saved_count; i++) {
        lob_str raw = t->saved[i].raw;
        if (lob_str_equal(lob_str_from(t->saved[i].name), name)) {
            *is_text = raw.data != NULL && raw.data[0] == '"';
            return *is_text ? (lob_str){raw.data + 1, raw.size - 2} : raw;
        }
    }
    const names *known = &t->host.known;
    for (unsigned i = 0; i < known->count; i++) {
        if (lob_str_equal(lob_str_from(known->shown[i]), name)) {
            return lob_str_from(known->actual[i]);
        }
    }
    return (lob_str){NULL, 0};
}

/* A string that is one $NAME and nothing else becomes its value, whatever that is; elsewhere in a string the value
 * stands for the name. Returns the name that has no value, or one without data. */
static lob_str fill(const talk *t, lob_str arguments, lob_buf *out) {
    const char *from = arguments.data;
    for (lob_str name; (name = next_variable(&arguments)).data != NULL;) {
        bool is_text;
        lob_str value = value_of(t, name, &is_text);
        if (value.data == NULL) {
            return name;
        }
        bool is_all = name.data[-1] == '"' && name.data[name.size] == '"' && !is_text;
        lob_buf_add(out, from, (size_t)(name.data - from) - is_all);
        lob_buf_add(out, value.data, value.size);
        from = name.data + name.size + is_all;
    }
    lob_buf_add(out, from, (size_t)(arguments.data - from));
    return (lob_str){NULL, 0};
}

/* ---- a question ---- */

static void look_at_picture(talk *t, lob_str structured, lob_str result) {
    picture_said said;
    lob_str bytes;
    lob_picture picture;
    if (!picture_told(t->host.ctx, structured, &said) || said.sha256[0] == '\0') {
        return;
    }
    const char *fault = picture_load(t->host.ctx, said.path, &bytes, &picture);
    if (fault != NULL) {
        wrong(&t->host, fault);
        return;
    }
    lob_buf faults;
    lob_buf_init(&faults, 0);
    picture_check(t->host.ctx, &said, bytes, &picture, result, &faults);
    if (faults.size > 0) {
        wrong(&t->host, faults.data);
    }
    lob_buf_release(&faults);
}

static void keep(talk *t, const ask *a, lob_str structured) {
    for (unsigned i = 0; i < a->save_count; i++) {
        lob_str value;
        bool is_there = pick(structured, a->saves[i].path, &value, 1) == 1;
        if (!save(t, a->saves[i].name, is_there ? value : (lob_str){NULL, 0})) {
            wrong(&t->host, "too many saved values");
        }
    }
}

static void take(talk *t, const ask *a, const lob_mcp_reply *reply, answer *out) {
    host *h = &t->host;
    if (reply->error.data != NULL) {
        *out = (answer){"rpc_error", compact(h->ctx, hidden(h, reply->error))};
        return;
    }
    lob_str structured;
    bool is_error = false;
    const char *fault = check_answer(h->all, h->ctx, a->tool, reply->result, &structured, &is_error);
    if (fault != NULL) {
        wrong(h, fault);
    }
    if (structured.data == NULL) {
        *out = (answer){"rpc_error", LOB_STR("null")};
        return;
    }
    if (!is_error) {
        names_learn(&h->known, a->tool, structured);
        keep(t, a, structured);
        look_at_picture(t, structured, reply->result);
    }
    *out = (answer){is_error ? "error" : "expect", compact(h->ctx, hidden(h, structured))};
}

static bool put_question(talk *t, const ask *a, answer *out) {
    host *h = &t->host;
    lob_buf arguments;
    lob_mcp_reply reply;
    snprintf(h->place, sizeof h->place, "%s", a->id);
    if (names_layout(a->not_for, t->layout->name)) {
        *out = (answer){"not_asked", LOB_STR("\"by the plan\"")};
        return true;
    }
    lob_buf_init(&arguments, 0);
    lob_str missing = fill(t, a->arguments, &arguments);
    lob_str sent = held(h->ctx, &arguments);
    if (missing.data != NULL) {
        char text[64];
        int size = snprintf(text, sizeof text, "\"%.*s\"", (int)missing.size, missing.data);
        *out = (answer){"not_asked", {lob_arena_strdup(h->ctx->arena, text, (size_t)size), (size_t)size}};
        return true;
    }
    if (lob_mcp_client_call(h->ctx, &h->client, a->tool, compact(h->ctx, sent), &reply) != LOB_OK) {
        wrong(h, h->ctx->error.message);
        return false;
    }
    take(t, a, &reply, out);
    return true;
}

static void add_file(talk *t, const sweep *s, const char *name, const layout *l, bool is_oas) {
    char path[PATH_MAX];
    int size = snprintf(path, sizeof path, "%s/%s%s", s->all->fixtures, l->name, is_oas ? ".oas" : ".gds");
    if ((is_oas ? l->has_oas : l->has_gds) && !names_add(&t->host.known, name, (lob_str){path, (size_t)size})) {
        wrong(&t->host, "the path of the layout is too long");
    }
}

static void run_talk(talk *t, sweep *s, lob_ctx *ctx, const layout *l, bool is_oas) {
    *t = (talk){.layout = l};
    snprintf(t->title, sizeof t->title, "sweep %s%s", l->name, is_oas ? ".oas" : ".gds");
    host_begin(&t->host, s->all, ctx, t->title);
    snprintf(t->host.place, sizeof t->host.place, "start");
    if (!host_make_folder(&t->host)) {
        return;
    }
    add_file(t, s, "$LAYOUT", l, is_oas);
    add_file(t, s, "$OTHER", l, !is_oas);
    names_add(&t->host.known, "$SNAPSHOTS", lob_str_from(s->snapshots));
    bool fine = host_start(&t->host, (lob_str){NULL, 0});
    for (unsigned i = 0; fine && i < s->plan.ask_count; i++) {
        fine = put_question(t, &s->plan.asks[i], &t->answers[i]);
    }
    snprintf(t->host.place, sizeof t->host.place, "end");
    host_stop(&t->host);
    t->is_whole = fine;
    s->is_incomplete = s->is_incomplete || !fine;
}

/* ---- two formats ---- */

/* Ids come from where things are stored, so formats give other ones: they are numbered as they appear. */
static lob_str with_numbers(lob_ctx *ctx, numbering *known, lob_str text) {
    static const char kinds[][5] = {"shp_", "txt_", "ins_", "prt_", "mrk_"};
    lob_buf out;
    lob_buf_init(&out, 0);
    for (size_t i = 0; i < text.size;) {
        size_t size = 4;
        bool is_id = false;
        for (size_t k = 0; k < sizeof kinds / sizeof kinds[0] && text.size - i > 20; k++) {
            is_id = is_id || memcmp(text.data + i, kinds[k], 4) == 0;
        }
        while (is_id && size < 20) {
            is_id = isxdigit((unsigned char)text.data[i + size++]) != 0;
        }
        if (!is_id) {
            lob_buf_add_byte(&out, text.data[i++]);
            continue;
        }
        unsigned number = 0;
        while (number < known->count && memcmp(known->ids[number], text.data + i, 20) != 0) {
            number++;
        }
        if (number == known->count && number < sizeof known->ids / sizeof known->ids[0]) {
            memcpy(known->ids[known->count++], text.data + i, 20);
        }
        lob_buf_printf(&out, "%.4s%u", text.data + i, number + 1);
        i += 20;
    }
    return held(ctx, &out);
}

static bool covers(const allowance *a, const char *layout_name, const char *ask_id) {
    return (a->layouts.data == NULL || names_layout(a->layouts, layout_name)) &&
           (a->asks.data == NULL || names_layout(a->asks, ask_id));
}

/* The text without what may differ, all allowances but one taken (`but`: none is left out when it is their count).
 * Empty: nothing of it is compared. */
static lob_str without(lob_ctx *ctx, const sweep *s, const char *layout_name, const char *ask_id, unsigned but,
                       lob_str text) {
    static lob_str left_out[ALLOWANCE_COUNT_MAX * MEMBER_COUNT_MAX];
    size_t count = 0;
    for (unsigned i = 0; i < s->plan.allowed_count; i++) {
        const allowance *a = &s->plan.allowed[i];
        if (i == but || !covers(a, layout_name, ask_id)) {
            continue;
        }
        if (a->member_count == 0) {
            return (lob_str){"", 0};
        }
        memcpy(left_out + count, a->members, a->member_count * sizeof *left_out);
        count += a->member_count;
    }
    static numbering ids;
    ids.count = 0;
    lob_buf out;
    lob_buf_init(&out, 0);
    add_without(&out, text, left_out, count);
    return with_numbers(ctx, &ids, held(ctx, &out));
}

static void compare_answers(sweep *s, lob_ctx *ctx, const layout *l, const char *id, const answer *a, const answer *b,
                            host *h) {
    unsigned count = s->plan.allowed_count;
    lob_str a_text = without(ctx, s, l->name, id, count, a->text),
            b_text = without(ctx, s, l->name, id, count, b->text);
    bool is_same_kind = strcmp(a->kind, b->kind) == 0 || a_text.size == 0;
    if (!is_same_kind) {
        wrong(h, "an answer of another kind than for GDSII");
        print_side(a->kind, a->text, 0);
        print_side(b->kind, b->text, 0);
        return;
    }
    s->alike += compare(h, a_text, b_text, "another answer than for GDSII, and the plan does not allow it");
    if (strcmp(a->kind, b->kind) == 0 && lob_str_equal(a->text, b->text)) {
        return;
    }
    /* An allowance is needed when an answer differs without it. */
    for (unsigned i = 0; i < count; i++) {
        allowance *one = &s->plan.allowed[i];
        if (!one->is_needed && covers(one, l->name, id)) {
            one->is_needed = strcmp(a->kind, b->kind) != 0 || !lob_str_equal(without(ctx, s, l->name, id, i, a->text),
                                                                             without(ctx, s, l->name, id, i, b->text));
        }
    }
}

static void compare_formats(sweep *s, lob_ctx *ctx, const layout *l, const talk *gds, talk *oas) {
    for (unsigned i = 0; i < s->plan.ask_count; i++) {
        const answer *a = &gds->answers[i], *b = &oas->answers[i];
        snprintf(oas->host.place, sizeof oas->host.place, "%s", s->plan.asks[i].id);
        if (a->kind != NULL && b->kind != NULL) {
            compare_answers(s, ctx, l, s->plan.asks[i].id, a, b, &oas->host);
        }
    }
}

/* ---- what is stored ---- */

static bool is_asked(const plan *p, const char *id) {
    for (unsigned i = 0; i < p->ask_count; i++) {
        if (strcmp(p->asks[i].id, id) == 0) {
            return true;
        }
    }
    return false;
}

static lob_str stored_of(lob_ctx *ctx, lob_str answers, const char *id) {
    for (lob_str item; answers.data != NULL && next_element(&answers, &item);) {
        if (strcmp(plain_text(ctx->arena, lob_json_raw_member(item, "ask")), id) == 0) {
            return item;
        }
    }
    return (lob_str){NULL, 0};
}

static void compare_stored(const sweep *s, lob_ctx *ctx, talk *t, lob_str stored) {
    host *h = &t->host;
    lob_str answers = lob_json_raw_member(stored, "answers");
    for (unsigned i = 0; i < s->plan.ask_count; i++) {
        const answer *a = &t->answers[i];
        snprintf(h->place, sizeof h->place, "%s", s->plan.asks[i].id);
        lob_str item = stored_of(ctx, answers, s->plan.asks[i].id);
        if (a->kind == NULL) {
            continue;
        }
        lob_str expected = item.data != NULL ? lob_json_raw_member(item, a->kind) : item;
        if (item.data == NULL) {
            wrong(h, "no answer is stored (make snapshots-accept)");
        } else if (expected.data == NULL) {
            wrong(h, "an answer of another kind than stored");
            print_side(a->kind, a->text, 0);
        } else {
            compare(h, compact(ctx, expected), a->text,
                    "the answer is another one (make snapshots-diff shows all of it)");
        }
    }
    for (lob_str item; answers.data != NULL && next_element(&answers, &item);) {
        const char *id = plain_text(ctx->arena, lob_json_raw_member(item, "ask"));
        if (!is_asked(&s->plan, id)) {
            snprintf(h->place, sizeof h->place, "%s", id);
            wrong(h, "a stored answer that no step of the plan asks for (make snapshots-accept removes it)");
        }
    }
}

static void add_text(const sweep *s, const talk *t, const layout *l, lob_buf *out) {
    lob_buf_printf(out, "{\n\"layout\": \"%s%s\",\n\"answers\": [", l->name, l->has_gds ? ".gds" : ".oas");
    for (unsigned i = 0; i < s->plan.ask_count; i++) {
        const answer *a = &t->answers[i];
        if (a->kind != NULL) {
            lob_buf_printf(out, "%s\n{\"ask\": \"%s\", \"%s\": ", i > 0 ? "," : "", s->plan.asks[i].id, a->kind);
            add_golden_close(out, a->text, 0);
            lob_buf_add_byte(out, '}');
        }
    }
    lob_buf_add_text(out, "\n]\n}\n");
}

/* FOLDER/sweep/NAME.json; with `make_folders` the folders above are made. */
static bool stored_path(char out[PATH_MAX], const char *folder, const char *name, bool make_folders) {
    int size = snprintf(out, PATH_MAX, "%s/sweep/%s.json", folder, name);
    if (size < 0 || size >= PATH_MAX) {
        return false;
    }
    for (char *at = out + strlen(folder) + 1; make_folders && (at = strchr(at, '/')) != NULL; at++) {
        *at = '\0';
        bool is_there = mkdir(out, 0777) == 0 || errno == EEXIST;
        *at = '/';
        if (!is_there) {
            return false;
        }
    }
    return true;
}

static lob_str read_text(lob_ctx *ctx, const char *path) {
    lob_str text = {NULL, 0};
    lob_json_fault fault;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool fine =
        fd >= 0 && lob_file_read_all(ctx, fd, STORED_SIZE_MAX, &text) == LOB_OK && lob_json_check(text, true, &fault);
    if (fd >= 0) {
        close(fd);
    }
    return fine ? text : (lob_str){NULL, 0};
}

static void settle(const sweep *s, lob_ctx *ctx, const layout *l, talk *t, lob_str stored, lob_str today) {
    char path[PATH_MAX];
    snprintf(t->host.place, sizeof t->host.place, "all");
    if (s->all->write_path != NULL) {
        if (t->is_whole &&
            (!stored_path(path, s->all->write_path, l->name, true) || !write_bytes(path, today.data, today.size))) {
            wrong(&t->host, "the answers could not be written");
        }
    } else if (stored.data == NULL) {
        wrong(&t->host, "no answers are stored of this layout (make snapshots-accept)");
    } else {
        compare_stored(s, ctx, t, stored);
    }
}

/* ---- a layout ---- */

static void count_answers(sweep *s, const talk *t) {
    for (unsigned i = 0; i < s->plan.ask_count; i++) {
        ask *a = &s->plan.asks[i];
        const char *kind = t->answers[i].kind != NULL ? t->answers[i].kind : "";
        a->answered += strcmp(kind, "expect") == 0;
        a->passed_over += strcmp(kind, "not_asked") == 0;
        a->refused += strcmp(kind, "error") == 0 || strcmp(kind, "rpc_error") == 0;
    }
}

/* What the layout is for, as its recipe says. */
static lob_str why(lob_ctx *ctx, const sweep *s, const layout *l) {
    char path[PATH_MAX];
    int size = snprintf(path, sizeof path, "%s/%s.recipe.json", s->all->fixtures, l->name);
    lob_str text = size > 0 && size < PATH_MAX ? read_text(ctx, path) : (lob_str){NULL, 0};
    lob_str found = text.data != NULL ? lob_json_raw_member(text, "why") : text;
    return found.data != NULL ? found : LOB_STR("");
}

static void show(const sweep *s, lob_ctx *ctx, const layout *l, const talk *a, const talk *b, lob_str stored,
                 lob_str today) {
    lob_buf faults, name;
    lob_buf_init(&faults, 0);
    lob_buf_init(&name, 0);
    lob_buf_printf(&name, "sweep/%s", l->name);
    lob_buf_add(&faults, a->host.fault_text.data, a->host.fault_text.size);
    if (b != NULL && b->host.fault_text.size > 0) {
        lob_buf_printf(&faults, "%s:\n%.*s", b->title, (int)b->host.fault_text.size, b->host.fault_text.data);
    }
    page_add_case(s->all->page, ctx, (lob_str){name.data, name.size}, why(ctx, s, l), stored, today,
                  (lob_str){faults.data, faults.size}, NULL);
    lob_buf_release(&faults);
    lob_buf_release(&name);
}

static void run_layout(sweep *s, const layout *l) {
    static talk first, second; /* too large for a stack */
    char path[PATH_MAX];
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_buf today;
    lob_buf_init(&today, 0);
    bool is_twice = l->has_gds && l->has_oas;
    run_talk(&first, s, &ctx, l, !l->has_gds);
    count_answers(s, &first);
    add_text(s, &first, l, &today);
    bool has_path = stored_path(path, s->all->cases, l->name, false);
    lob_str stored = has_path ? read_text(&ctx, path) : (lob_str){NULL, 0};
    settle(s, &ctx, l, &first, stored, (lob_str){today.data, today.size});
    if (is_twice) {
        run_talk(&second, s, &ctx, l, true);
        compare_formats(s, &ctx, l, &first, &second);
    }
    if (s->all->page != NULL) {
        show(s, &ctx, l, &first, is_twice ? &second : NULL, stored, (lob_str){today.data, today.size});
    }
    host_end(&first.host);
    if (is_twice) {
        host_end(&second.host);
    }
    lob_buf_release(&today);
    lob_arena_drop(arena);
}

/* ---- the whole ---- */

static void drop_stale(const sweep *s, const char *name) {
    char path[PATH_MAX];
    bool accepts = s->all->write_path != NULL && s->all->page == NULL;
    if (accepts && stored_path(path, s->all->write_path, name, false) && unlink(path) == 0) {
        printf("  removed %s: there is no such layout\n", path);
        return;
    }
    printf("  FAIL sweep/%s.json: there is no such layout (make snapshots-accept removes it)\n", name);
    s->all->failed++;
    if (s->all->page != NULL) {
        lob_buf line;
        lob_buf_init(&line, 0);
        lob_buf_printf(&line, "sweep/%s.json", name);
        page_add_stale(s->all->page, line.data != NULL ? line.data : name);
        lob_buf_release(&line);
    }
}

static void finish_stored(const sweep *s) {
    static layout stored[LAYOUT_COUNT_MAX];
    char path[PATH_MAX + sizeof "/sweep"];
    snprintf(path, sizeof path, "%s/sweep", s->snapshots);
    size_t count = stored_find(path, stored);
    for (size_t i = 0; i < count; i++) {
        bool is_there = false;
        for (size_t j = 0; j < s->layout_count; j++) {
            is_there = is_there || strcmp(stored[i].name, s->layouts[j].name) == 0;
        }
        if (!is_there) {
            drop_stale(s, stored[i].name);
        }
    }
}

/* A question that no layout answers, and a difference that no layout shows, are mistakes of the plan. */
static void finish_plan(sweep *s) {
    for (unsigned i = 0; i < s->plan.ask_count; i++) {
        const ask *a = &s->plan.asks[i];
        s->answered += a->answered;
        s->refused += a->refused;
        s->passed_over += a->passed_over;
        if (a->answered == 0) {
            printf("  FAIL the plan's %s has no answer but errors for any layout\n", a->id);
            s->all->failed++;
        }
    }
    for (unsigned i = 0; i < s->plan.allowed_count; i++) {
        const allowance *a = &s->plan.allowed[i];
        if (!a->is_needed) {
            printf("  FAIL the plan allows a difference that no layout shows: %s\n", a->why);
            s->all->failed++;
        }
    }
    printf("  sweep: %zu layouts, %u questions: %lu answers, %lu errors, %lu not asked; %lu answers alike in OASIS\n",
           s->layout_count, s->plan.ask_count, s->answered, s->refused, s->passed_over, s->alike);
}

bool run_sweep(totals *all, const char *plan_path) {
    static sweep s; /* too large for a stack */
    s = (sweep){.all = all};
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    const char *fault = realpath(all->cases, s.snapshots) != NULL ? NULL : "there is no folder of cases";
    fault = fault != NULL ? fault : plan_read(&ctx, plan_path, &s.plan);
    s.layout_count = fault == NULL ? layouts_find(all->fixtures, s.plan.leave_out, s.layouts) : 0;
    fault = fault != NULL || s.layout_count > 0 ? fault : "there are no layouts";
    if (fault != NULL) {
        printf("  FAIL %s: %s\n", plan_path, fault);
        lob_arena_drop(arena);
        return false;
    }
    for (size_t i = 0; i < s.layout_count; i++) {
        run_layout(&s, &s.layouts[i]);
    }
    if (!s.is_incomplete) {
        finish_stored(&s);
        finish_plan(&s);
    }
    lob_arena_drop(arena);
    return true;
}
