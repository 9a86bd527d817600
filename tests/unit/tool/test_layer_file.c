/* open_layout with layer properties: found beside the layout or given, what is wrong with them told, and their names in
 * the answers of every tool. The chip has layers 1/0 (boxes, a path) and 2/0 (texts). */
#include "tests/support/lob_test.h"

#include "../base/sweep.h"

#include "bench_rig.h"

#include "tool/layer_file.h"

#define HEAD  "<?xml version=\"1.0\"?>\n<layer-properties>\n"
#define ONE   "<properties><name>Core</name><source>1/0@1</source></properties>"
#define TWO   "<properties><name>Notes</name><visible>false</visible><source>2/0@1</source></properties>"
#define SOUND HEAD ONE TWO "</layer-properties>\n"

static void put_text(const char *name, const char *text) {
    lob_buf b;
    lob_buf_init(&b, 1 << 16);
    lob_buf_add_text(&b, text);
    bench_file(&t, name, &b);
}

static const char *path_of(const char *name) {
    static char paths[4][256];
    static unsigned next;
    char *path = paths[next++ % 4];
    snprintf(path, 256, "%s/%s", t.folder, name);
    return path;
}

/* The chip by another name. */
static const char *chip_as(const char *name) {
    const char *path = path_of(name);
    assert_int_equal(rename(chip_file(&t), path), 0);
    return path;
}

static cJSON *open_it(const char *path, const char *more) {
    return run(&t, LOB_OK, "open_layout", "{\"path\":\"%s\",\"top_cell\":\"TOP\"%s}", path, more);
}

static void assert_lyp(const cJSON *json, const char *path, const char *found, double entries, double layers) {
    assert_string_equal(text_at(json, "lyp/path"), path);
    assert_string_equal(text_at(json, "lyp/found"), found);
    assert_eq(number_at(json, "lyp/entry_count"), entries);
    assert_eq(number_at(json, "lyp/layer_count"), layers);
}

/* NAME.lyp beside NAME.EXTENSION. */
static void test_beside(void **state) {
    (void)state;
    static const char *const names[] = {"chip.gds", "chip.gds.gz", "chip.GDS", "chip.oas", "chip.GDSII.GZ"};
    put_text("chip.lyp", SOUND);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        lob_case("%zu: %s", i, names[i]);
        cJSON *json = open_it(chip_as(names[i]), "");
        assert_lyp(json, path_of("chip.lyp"), "beside", 2, 2);
        assert_string_equal(text_at(json, "layers/0/name"), "Core");
        assert_string_equal(text_at(json, "layers/1/name"), "Notes");
        cJSON_Delete(json);
    }
    static const char *const others[] = {"other.gds", "chip.dat", "chip", "chip.gds.bak", "chip.v2.gds"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        lob_case("%zu: %s", i, others[i]);
        cJSON *json = open_it(chip_as(others[i]), "");
        assert_null(find(json, "lyp"));
        assert_null(find(json, "layers/0/name"));
        assert_int_equal(count_at(json, "warnings"), 0);
        cJSON_Delete(json);
    }
}

/* The one given goes before the one beside, whatever it is called. */
static void test_given(void **state) {
    (void)state;
    char more[400];
    put_text("chip.lyp", SOUND);
    put_text("mine.txt", HEAD "<properties><name>Mine</name><source>1/0</source></properties></layer-properties>");
    snprintf(more, sizeof more, ",\"lyp_path\":\"%s\"", path_of("mine.txt"));
    cJSON *json = open_it(chip_as("chip.gds"), more);
    assert_lyp(json, path_of("mine.txt"), "given", 1, 1);
    assert_string_equal(text_at(json, "layers/0/name"), "Mine");
    assert_null(find(json, "layers/1/name"));
    cJSON_Delete(json);
}

static void test_all_tools(void **state) {
    (void)state;
    put_text("chip.lyp", SOUND);
    const char *id = open_session(&t, chip_file(&t), "TOP");
    cJSON *json = run(&t, LOB_OK, "list_layers", "{\"session_id\":\"%s\"}", id);
    assert_string_equal(text_at(json, "layers/0/name"), "Core");
    assert_string_equal(text_at(json, "layers/0/name_source"), "lyp");
    assert_true(true_at(json, "layers/0/visible"));
    assert_string_equal(text_at(json, "layers/1/name"), "Notes");
    assert_true(cJSON_IsFalse(at(json, "layers/1/visible")));
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "describe_cell", "{\"session_id\":\"%s\",\"cell\":\"LEAF\"}", id);
    assert_string_equal(text_at(json, "shape_counts_by_layer/0/name"), "Core");
    assert_string_equal(text_at(json, "labels/0/layer/name"), "Notes");
    cJSON_Delete(json);
    /* a name in a filter is not looked at: layer and datatype decide */
    json =
        run(&t, LOB_OK, "query_region",
            "{\"session_id\":\"%s\",\"box\":{\"left\":0,\"bottom\":-1,\"right\":2,\"top\":3},\"layers\":[{\"layer\":1,"
            "\"datatype\":0,\"name\":\"Notes\"}]}",
            id);
    assert_string_equal(text_at(json, "shapes/0/layer/name"), "Core");
    cJSON_Delete(json);
}

static void assert_given_error(const char *path, lob_status code, const char *reason) {
    cJSON *json = run(&t, code, "open_layout", "{\"path\":\"%s\",\"lyp_path\":\"%s\"}", path_of("chip.gds"), path);
    assert_string_equal(text_at(json, "details/reason"), reason);
    assert_string_equal(text_at(json, "details/argument"), "lyp_path");
    assert_non_null(find(json, "details/path"));
    assert_ne(text_at(json, "details/hint")[0], '\0');
    cJSON_Delete(json);
    assert_int_equal(lob_sessions_count(t.sessions), 0);
}

static void test_given_errors(void **state) {
    (void)state;
    char path[5002];
    chip_file(&t);
    put_text("chip.lyp", SOUND); /* does not stand in for the one given */
    assert_given_error("chip.lyp", LOB_E_FILE_NOT_FOUND, "not_absolute");
    assert_given_error("", LOB_E_FILE_NOT_FOUND, "not_absolute");
    assert_given_error(path_of("none.lyp"), LOB_E_FILE_NOT_FOUND, "absent");
    memset(path, 'a', 5000);
    path[0] = '/';
    path[5000] = '\0';
    assert_given_error(path, LOB_E_FILE_NOT_FOUND, "absent");
    assert_given_error(t.folder, LOB_E_UNSUPPORTED_FORMAT, "directory");
    put_text("empty.lyp", "");
    assert_given_error(path_of("empty.lyp"), LOB_E_UNSUPPORTED_FORMAT, "empty");
    put_text("text.lyp", "no XML");
    assert_given_error(path_of("text.lyp"), LOB_E_UNSUPPORTED_FORMAT, "malformed");
    put_text("other.lyp", "<?xml version=\"1.0\"?><report-database/>");
    assert_given_error(path_of("other.lyp"), LOB_E_UNSUPPORTED_FORMAT, "root");
    put_text("doctype.lyp", "<?xml version=\"1.0\"?><!DOCTYPE a><layer-properties/>");
    assert_given_error(path_of("doctype.lyp"), LOB_E_UNSUPPORTED_FORMAT, "doctype");
    assert_int_equal(truncate(path_of("empty.lyp"), (1 << 24) + 1), 0);
    assert_given_error(path_of("empty.lyp"), LOB_E_TOOL_LIMIT_EXCEEDED, "file_size");
}

/* Where in the file: the third line is cut short. */
static void test_place_of_fault(void **state) {
    (void)state;
    char more[400];
    chip_file(&t);
    put_text("cut.lyp", HEAD "<properties></propertie>");
    snprintf(more, sizeof more, "\"lyp_path\":\"%s\"", path_of("cut.lyp"));
    cJSON *json = run(&t, LOB_E_UNSUPPORTED_FORMAT, "open_layout", "{\"path\":\"%s\",%s}", path_of("chip.gds"), more);
    assert_eq(number_at(json, "details/line"), 3);
    double offset = number_at(json, "details/offset");
    assert_ge(offset, (double)strlen(HEAD "<properties>"));
    assert_le(offset, (double)strlen(HEAD "<properties></propertie>"));
    cJSON_Delete(json);
    /* beside: the same place, in a warning */
    put_text("chip.lyp", HEAD "<properties></propertie>");
    json = run(&t, LOB_OK, "open_layout", "{\"path\":\"%s\"}", path_of("chip.gds"));
    assert_int_equal(count_at(json, "warnings"), 1);
    assert_string_equal(text_at(json, "warnings/0/kind"), "lyp_unusable");
    assert_eq(number_at(json, "warnings/0/offset"), offset);
    assert_null(find(json, "lyp"));
    assert_null(find(json, "layers/0/name"));
    cJSON_Delete(json);
}

static void assert_unusable_beside(void) {
    cJSON *json = run(&t, LOB_OK, "open_layout", "{\"path\":\"%s\"}", path_of("chip.gds"));
    assert_int_equal(count_at(json, "warnings"), 1);
    assert_string_equal(text_at(json, "warnings/0/kind"), "lyp_unusable");
    assert_null(find(json, "warnings/0/offset"));
    assert_null(find(json, "lyp"));
    cJSON_Delete(json);
}

static void test_unusable_beside(void **state) {
    (void)state;
    const char *path = path_of("chip.lyp");
    chip_file(&t);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_unusable_beside();
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_unusable_beside();
    assert_int_equal(unlink(path), 0);
    put_text("chip.lyp", "");
    assert_int_equal(truncate(path, (1 << 24) + 1), 0);
    assert_unusable_beside();
    cJSON *json = run(&t, LOB_OK, "open_layout", "{\"path\":\"%s\"}", path_of("chip.gds"));
    assert_eq(count_at(json, "layers"), 2);
    cJSON_Delete(json);
}

/* A file that names no layer of the layout is most likely that of another process. */
static void test_no_match(void **state) {
    (void)state;
    chip_file(&t);
    put_text("chip.lyp", "<?xml version=\"1.0\"?><layer-properties><properties><name>Other</name><source>77/0</source>"
                         "</properties></layer-properties>");
    cJSON *json = run(&t, LOB_OK, "open_layout", "{\"path\":\"%s\"}", path_of("chip.gds"));
    assert_lyp(json, path_of("chip.lyp"), "beside", 1, 0);
    assert_int_equal(count_at(json, "warnings"), 1);
    assert_string_equal(text_at(json, "warnings/0/kind"), "lyp_no_match");
    cJSON_Delete(json);
}

static void test_parts(void **state) {
    (void)state;
    chip_file(&t);
    put_text("chip.lyp", "<?xml version=\"1.0\"?><layer-properties-tabs><layer-properties>"
                         "<properties><name>Core</name><width>x</width><visible>maybe</visible><source>1/0</source>"
                         "</properties></layer-properties><layer-properties></layer-properties><layer-properties>"
                         "</layer-properties></layer-properties-tabs>");
    cJSON *json = run(&t, LOB_OK, "open_layout", "{\"path\":\"%s\"}", path_of("chip.gds"));
    assert_lyp(json, path_of("chip.lyp"), "beside", 1, 1);
    assert_int_equal(count_at(json, "warnings"), 2);
    assert_string_equal(text_at(json, "warnings/0/kind"), "lyp_values");
    assert_eq(number_at(json, "warnings/0/count"), 2);
    assert_string_equal(text_at(json, "warnings/1/kind"), "lyp_tabs");
    assert_eq(number_at(json, "warnings/1/count"), 2);
    cJSON_Delete(json);
}

/* Names are data: bounded, and shown escaped (run() looks for what is unsafe). */
static void test_odd_names(void **state) {
    (void)state;
    enum { LONG = 9000 };
    static char text[LONG + 400];
    chip_file(&t);
    strcpy(text, HEAD "<properties><name>");
    size_t at = strlen(text);
    memset(text + at, 'x', LONG);
    strcpy(text + at + LONG,
           "</name><source>1/0</source></properties><properties><name>\xe2\x80\xae&#9;\"\\b\xc2\x85</name>"
           "<source>2/0</source></properties></layer-properties>");
    put_text("chip.lyp", text);
    cJSON *json = run(&t, LOB_OK, "open_layout", "{\"path\":\"%s\"}", path_of("chip.gds"));
    assert_int_equal(strlen(text_at(json, "layers/0/name")), LOB_LIMIT_NAME_TEXT_SIZE);
    assert_string_equal(text_at(json, "layers/1/name"), "\xe2\x80\xae\t\"\\b\xc2\x85");
    cJSON_Delete(json);
}

/* A .lyp outside the allowed folders: given, it is refused; beside, by a link, it is not read. */
static void test_roots(void **state) {
    (void)state;
    char root[200], arguments[700], link[300];
    bench jailed;
    put_text("mine.lyp", SOUND);
    snprintf(root, sizeof root, "%s/jail", t.folder);
    assert_int_equal(mkdir(root, 0700), 0);
    bench_open_with(&jailed, 3600 * 1000, 4, 1 << 20, root);
    assert_int_equal(rename(chip_file(&t), path_of("jail/chip.gds")), 0);
    snprintf(arguments, sizeof arguments, "{\"path\":\"%s/chip.gds\",\"lyp_path\":\"%s\"}", root, path_of("mine.lyp"));
    cJSON *json = run(&jailed, LOB_E_FILE_NOT_FOUND, "open_layout", "%s", arguments);
    assert_string_equal(text_at(json, "details/reason"), "outside_roots");
    cJSON_Delete(json);
    snprintf(link, sizeof link, "%s/chip.lyp", root);
    assert_int_equal(symlink(path_of("mine.lyp"), link), 0);
    json = run(&jailed, LOB_OK, "open_layout", "{\"path\":\"%s/chip.gds\"}", root);
    assert_string_equal(text_at(json, "warnings/0/kind"), "lyp_unusable");
    assert_null(find(json, "lyp"));
    assert_null(find(json, "layers/0/name"));
    cJSON_Delete(json);
    bench_close(&jailed);
}

/* ---- failing allocations: beside and given ---- */

typedef struct sweep_case {
    lob_session *session;
    lob_str path, given;
} sweep_case;

static bool sweep_one(void *arg) {
    const sweep_case *c = arg;
    lob_arena *arena = lob_arena_new(0);
    if (!arena) {
        return false;
    }
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_call call = {.ctx = &ctx, .sessions = t.sessions};
    lob_layer_file file;
    lob_status status = lob_layer_file_open(&call, c->session->layout, c->session->pic, c->path, c->given, &file);
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    if (status == LOB_OK) {
        assert_non_null(file.looks->lyp); /* want of memory is no fault of the file */
        lob_looks_drop(file.looks);
    }
    lob_arena_drop(arena);
    return status == LOB_OK;
}

static void test_memory(void **state) {
    (void)state;
    put_text("chip.lyp", SOUND);
    const char *path = chip_file(&t);
    const char *id = open_session(&t, path, NULL);
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    sweep_case c = {.path = lob_str_from(path)};
    assert_int_equal(lob_session_find(&ctx, t.sessions, lob_str_from(id), &c.session), LOB_OK);
    assert_gt(sweep_allocations(sweep_one, &c), 5);
    c.given = lob_str_from(path_of("chip.lyp"));
    assert_gt(sweep_allocations(sweep_one, &c), 5);
    lob_session_drop(c.session);
    lob_arena_drop(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_beside, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_given, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_all_tools, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_given_errors, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_place_of_fault, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_unusable_beside, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_no_match, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_parts, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_odd_names, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_roots, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_memory, setup_bench, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
