/* The sweep sees what it is there to see: against a server that says what files tell it to, a changed, a missing and a
 * stale answer are faults, and so are formats that differ and a plan that misses a tool. */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "tests/unit/tools/snapshot_rig.h"
#include "tool/registry.h"
#include "tools/snapshot/sweep.h"

typedef struct rig {
    snapshot_rig own;
    totals all;
    char script[512];
    char fixtures[160], cases[160], out[160], plan[160];
    char *server[4];
} rig;

static const char *in_folder(const rig *r, const char *name) {
    return rig_path(&r->own, name);
}

static void put(const rig *r, const char *name, const char *text) {
    assert_true(write_bytes(in_folder(r, name), text, strlen(text)));
}

static bool is_there(const rig *r, const char *name) {
    return access(in_folder(r, name), F_OK) == 0;
}

static int setup(void **state) {
    return rig_setup(state, sizeof(rig));
}

/* ---- raw text ---- */

static const char *picked(const char *text, const char *path) {
    static char line[256];
    lob_str found[8];
    size_t count = pick(lob_str_from(text), lob_str_from(path), found, 8), size = 0;
    line[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        size += (size_t)snprintf(line + size, sizeof line - size, "%s%.*s", i > 0 ? " " : "", (int)found[i].size,
                                 found[i].data);
    }
    return line;
}

static void test_pick(void **state) {
    (void)state;
    static const char text[] =
        "{\"a\": {\"b\": 1.50}, \"list\": [{\"k\": \"x\", \"v\": [1, 2]}, {\"k\": false, \"v\": [3]}],"
        " \"none\": []}";
    assert_string_equal(picked(text, "a.b"), "1.50");
    assert_string_equal(picked(text, "a"), "{\"b\": 1.50}");
    assert_string_equal(picked(text, "list[0].k"), "\"x\"");
    assert_string_equal(picked(text, "list[1].k"), "false");
    assert_string_equal(picked(text, "list[k=x].v"), "[1, 2]");
    assert_string_equal(picked(text, "list[k=false].v[0]"), "3");
    assert_string_equal(picked(text, "list[].v[]"), "1 2 3");
    assert_string_equal(picked(text, "list[].v[0]"), "1 3");
    static const char *const nothing[] = {"list[2].k", "list[k=y].v", "b", "a.b.c", "none[0]", "a[0]", "list[z=1]"};
    for (size_t i = 0; i < sizeof nothing / sizeof nothing[0]; i++) {
        lob_case("%zu: %s", i, nothing[i]);
        assert_string_equal(picked(text, nothing[i]), "");
    }
    lob_str found[1];
    assert_int_equal(pick(LOB_STR("{\"l\":[1,2,3]}"), LOB_STR("l[]"), found, 1), 1); /* no more than asked for */
}

static void test_without(void **state) {
    (void)state;
    static const lob_str keys[] = {{"x", 1}, {"y", 1}};
    static const char *const table[][2] = {
        {"{\"x\":1,\"a\":2}", "{\"a\":2}"},
        {"{\"a\":2,\"x\":[1,{\"b\":\"}\"}]}", "{\"a\":2}"},
        {"{\"x\":1,\"y\":2}", "{}"},
        {"{\"a\":{\"x\":1},\"x\":2,\"b\":[{\"y\":\"\\\"\",\"c\":3},{\"c\":4,\"y\":5,\"d\":6}]}",
         "{\"a\":{},\"b\":[{\"c\":3},{\"c\":4,\"d\":6}]}"},
        {"{\"a\":\"x\",\"b\":[\"x\",\"y\"]}", "{\"a\":\"x\",\"b\":[\"x\",\"y\"]}"}, /* values stay */
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        lob_case("%s", table[i][0]);
        lob_buf out;
        lob_buf_init(&out, 0);
        add_without(&out, lob_str_from(table[i][0]), keys, 2);
        lob_buf_add_byte(&out, '\0');
        assert_string_equal(out.data, table[i][1]);
        lob_buf_release(&out);
    }
}

/* ---- the plan ---- */

/* A plan that asks every tool once, list_layers first and twice when `more` says so. */
static void put_plan(const rig *r, const char *more, const char *tail, const char *but) {
    lob_buf text;
    lob_buf_init(&text, 0);
    lob_buf_printf(&text, "{\"about\":\"x\",\"leave_out\":[\"bad\"],\"steps\":[%s", more);
    for (size_t i = 0; i < lob_tool_count; i++) {
        if (strcmp(lob_tools[i].name, but) != 0 && strstr(more, lob_tools[i].name) == NULL) {
            lob_buf_printf(&text, ",{\"ask\":\"%1$s\",\"tool\":\"%1$s\",\"arguments\":{\"a\":\"$NOTHING\"}}",
                           lob_tools[i].name);
        }
    }
    lob_buf_printf(&text, "]%s}", tail);
    assert_true(write_bytes(r->plan, text.data, text.size));
    lob_buf_release(&text);
}

#define FIRST                                                                                                          \
    "{\"ask\":\"first\",\"tool\":\"close_session\",\"arguments\":{\"p\":\"$LAYOUT\"},"                                 \
    "\"save\":{\"$NOTHING\":\"nothing\",\"$ID\":\"session_id\",\"$CLOSED\":\"closed\"}}"

static const char *plan_fault(rig *r, const char *more, const char *tail, const char *but) {
    static plan p;
    snprintf(r->plan, sizeof r->plan, "%s/plan.json", r->own.folder);
    put_plan(r, more, tail, but);
    return plan_read(&r->own.ctx, r->plan, &p);
}

static void assert_fault(const char *fault, const char *part) {
    if (fault == NULL || strstr(fault, part) == NULL) {
        fail_msg("\"%s\" has no \"%s\"", fault != NULL ? fault : "", part);
    }
}

static void test_plan(void **state) {
    rig *r = *state;
    static plan p;
    assert_null(plan_fault(r, FIRST, "", ""));
    assert_fault(plan_fault(r, FIRST, "", "list_cells"), "list_cells: the plan of the sweep does not ask this tool");
    assert_fault(plan_fault(r, FIRST ",{\"ask\":\"z\",\"tool\":\"zzz\",\"arguments\":{}}", "", ""), "no tool of this");
    assert_fault(plan_fault(r, FIRST "," FIRST, "", ""), "two steps of this name");
    assert_fault(plan_fault(r, "{\"ask\":\"first\",\"tool\":\"close_session\"}", "", ""), "ask, tool and arguments");
    assert_fault(plan_fault(r, "{\"ask\":\"a\",\"tool\":\"close_session\",\"arguments\":{},\"sav\":{}}", "", ""),
                 "sav: a member that is not understood");
    assert_fault(plan_fault(r, "{\"ask\":\"a\",\"tool\":\"close_session\",\"arguments\":{\"x\":\"$LATER\"}}", "", ""),
                 "what no step before it saves");
    assert_fault(
        plan_fault(r, "{\"ask\":\"a\",\"tool\":\"close_session\",\"arguments\":{},\"save\":{\"X\":\"y\"}}", "", ""),
        "what is saved");
    assert_fault(plan_fault(r, FIRST, ",\"alike_but\":[{\"members\":[\"x\"]}]", ""), "without a why");
    assert_fault(plan_fault(r, FIRST, ",\"alike_but\":[{\"why\":\"w\"}]", ""), "names neither members nor layouts");
    assert_fault(plan_fault(r, FIRST, ",\"alike_but\":[{\"why\":\"w\",\"path\":\"x\"}]", ""), "path: a member");
    assert_fault(plan_fault(r, FIRST, ",\"more\":1", ""), "more: a member");
    static const char passed[] = ",\"not_swept\":[{\"tool\":\"list_cells\",\"why\":\"w\"}]";
    assert_null(plan_fault(r, FIRST, passed, "list_cells"));
    assert_fault(plan_fault(r, FIRST, passed, ""), "list_cells: the plan of the sweep asks this tool, and says that");
    assert_fault(plan_fault(r, FIRST, passed, "open_layout"), "open_layout: the plan of the sweep does not ask");
    assert_fault(plan_fault(r, FIRST, ",\"not_swept\":[{\"tool\":\"list_cells\"}]", "list_cells"), "without a why");
    assert_fault(plan_fault(r, FIRST, ",\"not_swept\":[{\"tool\":\"zzz\",\"why\":\"w\"}]", ""), "zzz: no tool of this");
    assert_fault(plan_fault(r, FIRST, ",\"not_swept\":[{\"tools\":\"zzz\",\"why\":\"w\"}]", ""), "tools: a member");
    put(r, "plan.json", "{\"steps\":[]}");
    assert_fault(plan_read(&r->own.ctx, r->plan, &p), "without steps");
    put(r, "plan.json", "{");
    assert_non_null(plan_read(&r->own.ctx, r->plan, &p));
    assert_fault(plan_read(&r->own.ctx, in_folder(r, "absent"), &p), "cannot be read");
}

static void test_variables(void **state) {
    (void)state;
    lob_str rest = LOB_STR("{\"a\":\"$ONE\",\"b\":\"cost $ 5 $x $TWO2/$3\"}");
    lob_str name = next_variable(&rest);
    assert_true(lob_str_equal(name, LOB_STR("$ONE")));
    name = next_variable(&rest);
    assert_true(lob_str_equal(name, LOB_STR("$TWO2")));
    assert_null(next_variable(&rest).data);
}

static void test_layouts(void **state) {
    rig *r = *state;
    static layout found[LAYOUT_COUNT_MAX];
    static const char *const folders[] = {"f", "f/suite", "f/bad", "f/suite/deep"};
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        lob_case("%zu: %s", i, folders[i]);
        assert_int_equal(mkdir(in_folder(r, folders[i]), 0700), 0);
    }
    static const char *const files[] = {"f/b.gds",    "f/b.oas",           "f/a.oas",     "f/b.recipe.json",
                                        "f/.c.gds",   "f/suite/b.gds",     "f/bad/x.gds", "f/README.md",
                                        "f/noending", "f/suite/deep/z.gds"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        lob_case("%zu: %s", i, files[i]);
        put(r, files[i], "");
    }
    assert_int_equal(layouts_find(in_folder(r, "f"), LOB_STR("[\"bad\", \"none\"]"), found), 4);
    assert_string_equal(found[0].name, "a");
    assert_true(found[0].has_oas);
    assert_false(found[0].has_gds);
    assert_string_equal(found[1].name, "b");
    assert_true(found[1].has_oas);
    assert_true(found[1].has_gds);
    assert_string_equal(found[2].name, "suite/b");
    assert_string_equal(found[3].name, "suite/deep/z");
    assert_false(found[3].has_oas);
    assert_true(found[3].has_gds);
    assert_int_equal(stored_find(in_folder(r, "f"), found), 1);
    assert_string_equal(found[0].name, "b.recipe");
    assert_int_equal(layouts_find(in_folder(r, "absent"), (lob_str){NULL, 0}, found), 0);
    assert_true(names_layout(LOB_STR("[\"x\",\"oasis/*\"]"), "oasis/a"));
    assert_false(names_layout(LOB_STR("[\"x\",\"oasis/*\"]"), "y"));
    assert_false(names_layout((lob_str){NULL, 0}, "y"));
}

/* ---- whole sweeps ---- */

/* What the server answers the n-th call: a line of the folder's file n, else it ends. */
static void put_answer(const rig *r, const char *file, unsigned id, bool closed, const char *session) {
    char text[1024];
    snprintf(text, sizeof text,
             "{\"jsonrpc\":\"2.0\",\"id\":%1$u,\"result\":{\"content\":[{\"type\":\"text\",\"text\":"
             "\"{\\\"schema_version\\\":\\\"1.0.0\\\",\\\"session_id\\\":\\\"%3$s\\\",\\\"closed\\\":%2$s,"
             "\\\"artifact_dir_deleted\\\":true,\\\"deleted_artifact_count\\\":0}\"}],\"structuredContent\":{\"schema_"
             "version\":\"1.0.0\",\"session_id\":"
             "\"%3$s\",\"closed\":%2$s,\"artifact_dir_deleted\":true,\"deleted_artifact_count\":0}}}\n",
             id, closed ? "true" : "false", session);
    put(r, file, text);
}

#define SECOND                                                                                                         \
    ",{\"ask\":\"second\",\"tool\":\"close_session\",\"arguments\":{\"p\":\"$ID "                                      \
    "$CLOSED\",\"q\":\"$CLOSED\",\"r\":\"$ID\"}}"

/* One layout in both formats. The server answers by the ending in the first call's arguments, and keeps what it got. */
static void begin(rig *r, const char *tail) {
    static char shell[] = "/bin/sh", command[] = "-c";
    snprintf(r->fixtures, sizeof r->fixtures, "%s/f", r->own.folder);
    snprintf(r->cases, sizeof r->cases, "%s/cases", r->own.folder);
    snprintf(r->out, sizeof r->out, "%s/out", r->own.folder);
    snprintf(r->plan, sizeof r->plan, "%s/plan.json", r->own.folder);
    assert_int_equal(mkdir(r->fixtures, 0700), 0);
    assert_int_equal(mkdir(r->cases, 0700), 0);
    assert_int_equal(mkdir(r->out, 0700), 0);
    put(r, "f/one.gds", "");
    put(r, "f/one.oas", "");
    put(r, "f/one.recipe.json", "{\"why\":\"a reason\"}");
    put(r, "init",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
        "\"serverInfo\":{\"name\":\"x\",\"version\":\"1\"}}}\n");
    put_answer(r, "1.gds", 2, true, "ses_000000000001");
    put_answer(r, "2.gds", 3, false, "ses_000000000001");
    put_answer(r, "1.oas", 2, true, "ses_000000000001");
    put_answer(r, "2.oas", 3, false, "ses_000000000001");
    snprintf(r->script, sizeof r->script,
             "cd %s; read -r l; cat init; read -r l; read -r l; e=oas; case $l in *one.gds*) e=gds; esac; cat 1.$e; "
             "read -r l; echo \"$l\" >got.$e; cat 2.$e || exit 0; read -r l; exit 0",
             r->own.folder);
    r->server[0] = shell;
    r->server[1] = command;
    r->server[2] = r->script;
    put_plan(r, FIRST SECOND, tail, "");
}

/* The other tools are never asked, which the sweep tells: as many failures are left out of the count. */
static unsigned long sweep(rig *r, const char *write_path, bool has_page) {
    r->all = (totals){.fixtures = r->fixtures, .cases = r->cases, .write_path = write_path, .server = r->server};
    r->all.page = has_page ? page_new() : NULL;
    assert_true(run_sweep(&r->all, r->plan));
    if (has_page) {
        assert_true(page_write(r->all.page, in_folder(r, "page.html")));
    }
    page_drop(r->all.page);
    return r->all.failed < lob_tool_count - 1 ? r->all.failed : r->all.failed - (lob_tool_count - 1);
}

static const char *text_of(const rig *r, const char *name) {
    static char text[1 << 16];
    FILE *in = fopen(in_folder(r, name), "rb");
    assert_non_null(in);
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    return text;
}

static void test_accepted(void **state) {
    rig *r = *state;
    begin(r, "");
    assert_int_equal(sweep(r, NULL, false), 1); /* nothing is stored */
    assert_int_equal(sweep(r, r->cases, false), 0);
    const char *text = text_of(r, "cases/sweep/one.json");
    assert_non_null(strstr(text, "\"layout\": \"one.gds\""));
    assert_non_null(strstr(text, "{\"ask\": \"second\", \"expect\": {\n  \"schema_version\":\"1.0.0\",\n"));
    assert_non_null(strstr(text, "{\"ask\": \"list_cells\", \"not_asked\": \"$NOTHING\"}"));
    /* Saved values: in the midst of a string, as they are, and as strings. */
    assert_non_null(
        strstr(text_of(r, "got.gds"), "{\"p\":\"ses_000000000001 true\",\"q\":true,\"r\":\"ses_000000000001\"}"));
    assert_int_equal(sweep(r, NULL, false), 0);
    assert_int_equal(r->all.passed, 2);
    /* As does the page. */
    assert_int_equal(sweep(r, r->out, true), 0);
    assert_non_null(strstr(text_of(r, "page.html"), "0 cases and 0 pictures"));
}

static void test_changed(void **state) {
    rig *r = *state;
    begin(r, "");
    assert_int_equal(sweep(r, r->cases, false), 0);
    put_answer(r, "2.gds", 3, true, "ses_000000000001");
    put_answer(r, "2.oas", 3, true, "ses_000000000001");
    assert_int_equal(sweep(r, NULL, false), 1);
    sweep(r, r->out, true);
    const char *page_text = text_of(r, "page.html");
    assert_non_null(strstr(page_text, "<h2>sweep/one</h2>\n<p>a reason</p>"));
    assert_non_null(strstr(page_text, "<span class=\"old\">-  &quot;closed&quot;:false,</span>"));
    assert_non_null(strstr(page_text, "<span class=\"new\">+  &quot;closed&quot;:true,</span>"));
    assert_non_null(strstr(text_of(r, "cases/sweep/one.json"), "\"closed\":false")); /* looking changes nothing */
    assert_int_equal(sweep(r, r->cases, false), 0);
    assert_int_equal(sweep(r, NULL, false), 0);
    /* An answer of another kind. */
    put(r, "2.gds", "{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":-32602,\"message\":\"no\"}}\n");
    put(r, "2.oas", "{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":-32602,\"message\":\"no\"}}\n");
    assert_int_equal(sweep(r, NULL, false), 2); /* and the question is answered nowhere now */
}

static void replace(const rig *r, const char *name, const char *from, const char *to) {
    char whole[1 << 14];
    const char *text = text_of(r, name), *at = strstr(text, from);
    assert_non_null(at);
    snprintf(whole, sizeof whole, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    put(r, name, whole);
}

static void test_missing_and_stale(void **state) {
    rig *r = *state;
    begin(r, "");
    assert_int_equal(sweep(r, r->cases, false), 0);
    /* The stored answer of a question that nobody asks any more is stale, and that question's own is missing. */
    replace(r, "cases/sweep/one.json", "\"ask\": \"second\"", "\"ask\": \"gone\"");
    assert_int_equal(sweep(r, NULL, false), 1);
    replace(r, "cases/sweep/one.json", "{\"ask\": \"gone\"", "{\"ask\": \"second\"");
    assert_int_equal(sweep(r, NULL, false), 0);
    replace(r, "cases/sweep/one.json", "{\"ask\": \"list_cells\", \"not_asked\": \"$NOTHING\"},\n", "");
    assert_int_equal(sweep(r, NULL, false), 1); /* missing alone */
    replace(r, "cases/sweep/one.json", "\"answers\": [",
            "\"answers\": [{\"ask\": \"old\", \"expect\": 1}, {\"ask\": \"list_cells\", \"not_asked\": \"$NOTHING\"},");
    assert_int_equal(sweep(r, NULL, false), 1); /* stale alone */
    assert_int_equal(sweep(r, r->cases, false), 0);
    assert_null(strstr(text_of(r, "cases/sweep/one.json"), "\"old\""));
    /* A layout that is gone. */
    put(r, "cases/sweep/two.json", "{}");
    assert_int_equal(sweep(r, NULL, false), 1);
    assert_int_equal(sweep(r, r->out, true), 1);
    assert_non_null(strstr(text_of(r, "page.html"), "<p>sweep/two.json</p>"));
    assert_true(is_there(r, "cases/sweep/two.json"));
    assert_int_equal(sweep(r, r->cases, false), 0);
    assert_false(is_there(r, "cases/sweep/two.json"));
    assert_int_equal(sweep(r, NULL, false), 0);
    /* What is stored is no JSON. */
    put(r, "cases/sweep/one.json", "{");
    assert_int_equal(sweep(r, NULL, false), 1);
}

static void test_formats(void **state) {
    rig *r = *state;
    begin(r, "");
    assert_int_equal(sweep(r, r->cases, false), 0);
    put_answer(r, "2.oas", 3, true, "ses_000000000001");
    assert_int_equal(sweep(r, NULL, false), 1);
    assert_int_equal(sweep(r, r->cases, false), 1); /* never accepted */
    put_plan(r, FIRST SECOND, ",\"alike_but\":[{\"members\":[\"closed\"],\"asks\":[\"second\"],\"why\":\"w\"}]", "");
    assert_int_equal(sweep(r, NULL, false), 0);
    put_plan(r, FIRST SECOND, ",\"alike_but\":[{\"members\":[\"closed\"],\"asks\":[\"first\"],\"why\":\"w\"}]", "");
    assert_int_equal(sweep(r, NULL, false), 2); /* a difference, and an allowance that nothing needs */
    put_plan(r, FIRST SECOND, ",\"alike_but\":[{\"layouts\":[\"one\"],\"why\":\"w\"}]", "");
    assert_int_equal(sweep(r, NULL, false), 0);
    put(r, "2.oas", "{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":-32602,\"message\":\"no\"}}\n");
    assert_int_equal(sweep(r, NULL, false), 0);
    put_plan(r, FIRST SECOND, "", "");
    assert_int_equal(sweep(r, NULL, false), 1);
    /* Ids are numbered before they are compared. */
    put_answer(r, "2.gds", 3, true, "shp_0123456789abcdef");
    put_answer(r, "2.oas", 3, true, "shp_fedcba9876543210");
    assert_int_equal(sweep(r, r->cases, false), 0);
    put_answer(r, "2.oas", 3, true, "shq_fedcba9876543210");
    assert_int_equal(sweep(r, NULL, false), 1);
}

static void test_broken(void **state) {
    rig *r = *state;
    begin(r, "");
    assert_int_equal(sweep(r, r->cases, false), 0);
    put(r, "cases/sweep/two.json", "{}");
    assert_int_equal(unlink(in_folder(r, "2.gds")), 0);
    sweep(r, r->cases, false);
    assert_int_equal(r->all.failed, 1); /* the server ended; nothing more is judged, written or removed */
    assert_true(is_there(r, "cases/sweep/two.json"));
    assert_non_null(strstr(text_of(r, "cases/sweep/one.json"), "\"second\""));
    /* A rule that holds for all answers is broken: not accepted either. */
    put_answer(r, "2.gds", 3, true, "ses_000000000001");
    replace(r, "2.gds", "\"closed\":true", "\"closed\":1");
    assert_int_not_equal(sweep(r, r->cases, false), 0);
    /* Nowhere to write. */
    put_answer(r, "2.gds", 3, false, "ses_000000000001");
    sweep(r, in_folder(r, "init/x"), false);
    assert_int_not_equal(r->all.failed, 0);
    put(r, "plan.json", "{}");
    assert_false(run_sweep(&r->all, r->plan));
    r->all.cases = "/nowhere/at/all";
    assert_false(run_sweep(&r->all, r->plan));
}

/* Of a long line the page marks what differs, and leaves out what both have far from it. */
static void test_marked(void **state) {
    rig *r = *state;
    char old_line[1024], new_line[1024], far[301];
    memset(far, 'f', 300);
    far[300] = '\0';
    snprintf(old_line, sizeof old_line, "begin %s<\xc3\xa4>%s end\n", far, far);
    snprintf(new_line, sizeof new_line, "begin %s<\xc3\xb6>%s end\n", far, far);
    page *p = page_new();
    page_add_case(p, &r->own.ctx, LOB_STR("n"), LOB_STR("a"), lob_str_from(old_line), lob_str_from(new_line),
                  (lob_str){NULL, 0}, NULL);
    assert_true(page_write(p, in_folder(r, "page.html")));
    page_drop(p);
    const char *text = text_of(r, "page.html");
    assert_non_null(strstr(text, "&lt;<mark>\xc3\xa4</mark>&gt;")); /* whole characters */
    assert_non_null(strstr(text, "&lt;<mark>\xc3\xb6</mark>&gt;"));
    assert_non_null(strstr(text, "<span class=\"old\">-begin ffff"));
    assert_null(strstr(text, far));
    assert_null(strstr(text, " end"));
}

/* A question that has no answer but errors anywhere is a mistake of the plan. */
static void test_never_answered(void **state) {
    rig *r = *state;
    begin(r, "");
    sweep(r, r->cases, false);
    assert_int_equal(r->all.failed, lob_tool_count - 1); /* all but close_session */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pick),
        cmocka_unit_test(test_without),
        cmocka_unit_test_setup_teardown(test_plan, setup, rig_teardown),
        cmocka_unit_test(test_variables),
        cmocka_unit_test_setup_teardown(test_layouts, setup, rig_teardown),
        cmocka_unit_test_setup_teardown(test_accepted, setup, rig_teardown),
        cmocka_unit_test_setup_teardown(test_changed, setup, rig_teardown),
        cmocka_unit_test_setup_teardown(test_missing_and_stale, setup, rig_teardown),
        cmocka_unit_test_setup_teardown(test_formats, setup, rig_teardown),
        cmocka_unit_test_setup_teardown(test_broken, setup, rig_teardown),
        cmocka_unit_test_setup_teardown(test_marked, setup, rig_teardown),
        cmocka_unit_test_setup_teardown(test_never_answered, setup, rig_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
