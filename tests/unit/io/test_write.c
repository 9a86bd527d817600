/* Layouts written to GDSII and to files: what the format cannot hold is counted, and a file is whole or not there. */
#include "tests/support/lob_test.h"

#include "tests/unit/io/layout_rig.h"

#include <dirent.h>
#include <fcntl.h>
#include <glob.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "io/gds/gds.h"
#include "io/oas/oas.h"
#include "tests/support/stride.h"
#include "tests/unit/base/sweep.h"

static const lob_prop_value net = {.kind = LOB_PROP_STRING, .string = {"net", 3}};
static const lob_prop_value number = {.kind = LOB_PROP_UINT, .u = 5};
static const lob_prop attr = {.attr = 7, .values = &net, .value_count = 1};
static const lob_prop named = {.name = {"NAME", 4}, .values = &net, .value_count = 1};
static const lob_prop no_string = {.attr = 8, .values = &number, .value_count = 1};
static const lob_prop of_file = {.name = {"S_TOP_CELL", 10}, .is_standard = true, .values = &net, .value_count = 1};

static void box(const layout_rig *r, const lob_element *e, int32_t x, int32_t y, int32_t w, int32_t h) {
    assert_int_equal(r->s->box(r->s->self, e, (lob_box){x, y, x + w, y + h}), LOB_OK);
}

static void text(const layout_rig *r, const lob_element *e, lob_str string) {
    lob_text_event event = {.string = string, .at = {1, 2}, .mag = 1};
    assert_int_equal(r->s->text(r->s->self, e, &event), LOB_OK);
}

static void place(const layout_rig *r, const lob_element *e, int32_t x) {
    lob_instance_event event = {.cell = LOB_STR("A"), .mag = 1, .at = {x, 0}};
    assert_int_equal(r->s->instance(r->s->self, e, &event), LOB_OK);
}

/* ---- GDSII ---- */

/* What fits; with `all` also what does not. */
static lob_layout *make_layout(bool all) {
    static char long_text[70000];
    static const lob_prop_value long_value = {.kind = LOB_PROP_STRING, .string = {long_text, sizeof long_text}};
    static const lob_prop long_prop = {.attr = 9, .values = &long_value, .value_count = 1};
    static const lob_point outline[3] = {{0, 0}, {9, 0}, {0, 9}};
    const lob_prop props[4] = {attr, named, no_string, long_prop};
    lob_rep far = {.kind = LOB_REP_LATTICE, .na = 3, .nb = 1, .a = {INT32_MAX, 0}};
    lob_rep many = {.kind = LOB_REP_LATTICE, .na = 1000000, .nb = 1000, .a = {1, 0}, .b = {0, 1}};
    lob_rep wild = {.kind = LOB_REP_LATTICE, .na = 200000000, .nb = 1, .a = {100, 0}};
    layout_rig r;
    rig_begin(&r, "oas", 0.001);
    assert_int_equal(r.s->begin_cell(r.s->self, LOB_STR("TOP")), LOB_OK);
    box(&r, &(lob_element){.layer = 1, .props = props, .prop_count = all ? 4 : 1}, 0, 0, 5, 7);
    lob_path_event circle = {
        .points = outline, .count = 1, .width = 10, .begin_ext = 5, .end_ext = 5, .round_ends = true, .pathtype = 1};
    assert_int_equal(r.s->path(r.s->self, &(lob_element){.layer = 1}, &circle), LOB_OK);
    text(&r, &(lob_element){.layer = 2}, LOB_STR("label"));
    place(&r, &(lob_element){.props = props, .prop_count = 1}, 5);
    if (all) {
        lob_path_event path = {.points = outline, .count = 3, .width = 4, .pathtype = 4};
        r.s->property(r.s->self, &named);
        box(&r, &(lob_element){.layer = 65536}, 0, 0, 5, 7);
        assert_int_equal(r.s->path(r.s->self, &(lob_element){.layer = 65536}, &path), LOB_OK);
        text(&r, &(lob_element){.layer = 1, .datatype = 70000}, LOB_STR("label"));
        text(&r, &(lob_element){.layer = 1}, (lob_str){long_text, sizeof long_text});
        text(&r, &(lob_element){.layer = 1, .rep = &many}, LOB_STR("label"));
        assert_int_equal(r.s->polygon(r.s->self, &(lob_element){.layer = 1, .rep = &far}, outline, 3), LOB_OK);
        assert_int_equal(r.s->path(r.s->self, &(lob_element){.layer = 1, .rep = &many}, &path), LOB_OK);
        box(&r, &(lob_element){.layer = 1, .rep = &many}, 0, 0, 5, 7);
        place(&r, &(lob_element){.rep = &far}, 10);
        place(&r, &(lob_element){.rep = &wild}, 10);
    } else {
        box(&r, &(lob_element){.layer = 1, .rep = &(lob_rep){.kind = LOB_REP_LATTICE, .na = 3, .nb = 2, .a = {9, 0}}},
            100, 0, 5, 7);
    }
    assert_int_equal(r.s->end_cell(r.s->self), LOB_OK);
    if (all) {
        r.s->property(r.s->self, &named);
        r.s->property(r.s->self, &of_file);
        r.s->layer_name(r.s->self, 1, 0, LOB_STR("WG"));
    }
    return rig_end(&r);
}

static void test_gds_losses(void **state) {
    (void)state;
    lob_layout *layout = make_layout(true);
    written w;
    write_layout(&w, layout, LOB_FORMAT_GDS, -1, false);
    assert_int_equal(w.status, LOB_OK);
    assert_int_equal(warned(&w.warnings, "layer_range"), 3);
    assert_int_equal(warned(&w.warnings, "coordinate_range"), 4); /* all but the first, at 2^31 - 1 and on */
    assert_int_equal(warned(&w.warnings, "repetition_size"), 4);
    assert_int_equal(warned(&w.warnings, "text_size"), 1);
    assert_int_equal(warned(&w.warnings, "named_property"), 2);
    assert_int_equal(warned(&w.warnings, "property_size"), 1);
    assert_int_equal(warned(&w.warnings, "cell_property"), 2);
    assert_int_equal(warned(&w.warnings, "layer_name"), 1);
    assert_int_equal(w.warnings.count, 8);
    lob_layout *back = layout_of(lob_outfile_bytes(&w.out));
    assert_non_null(back);
    const lob_cell *top = lob_layout_cell(back, lob_layout_top(back, 0));
    assert_int_equal(top->shape_count, 4); /* box, circle, label, first polygon */
    assert_int_equal(top->inst_count_expanded, 2);
    lob_layout_drop(back);
    written_release(&w);
    lob_layout_drop(layout);
}

static void check_gds(const lob_layout *layout) {
    written w, again;
    write_layout(&w, layout, LOB_FORMAT_GDS, -1, false);
    assert_int_equal(w.status, LOB_OK);
    lob_layout *back = layout_of(lob_outfile_bytes(&w.out));
    assert_non_null(back);
    assert_same_lines(layout, back);
    write_layout(&again, back, LOB_FORMAT_GDS, -1, false);
    assert_int_equal(w.out.offset, again.out.offset);
    assert_memory_equal(lob_outfile_bytes(&w.out).data, lob_outfile_bytes(&again.out).data, w.out.offset);
    lob_layout_drop(back);
    written_release(&again);
    written_release(&w);
}

static void test_gds_round_trip(void **state) {
    (void)state;
    lob_layout *layout = make_layout(false);
    check_gds(layout);
    lob_layout_drop(layout);
    glob_t found;
    if (glob("fixtures/*.gds", 0, NULL, &found) != 0) {
        skip();
    }
    for (size_t i = 0; i < found.gl_pathc; i++) {
        static char bytes[1 << 21];
        int fd = open(found.gl_pathv[i], O_RDONLY);
        ssize_t size = read(fd, bytes, sizeof bytes);
        close(fd);
        layout = layout_of((lob_str){bytes, (size_t)size});
        assert_non_null(layout);
        check_gds(layout);
        lob_layout_drop(layout);
    }
    globfree(&found);
}

/* More than a few blocks go out while it is written. */
static lob_layout *make_large(void) {
    layout_rig r;
    rig_begin(&r, "gds", 0.001);
    assert_int_equal(r.s->begin_cell(r.s->self, LOB_STR("TOP")), LOB_OK);
    for (int32_t i = 0; i < (int32_t)stride_pick(40000, 20000); i++) {
        box(&r, &(lob_element){.layer = 1}, i, i % 1000 * 7, 5 + i % 17, 7);
    }
    assert_int_equal(r.s->end_cell(r.s->self), LOB_OK);
    return rig_end(&r);
}

static void test_gds_blocks(void **state) {
    (void)state;
    lob_layout *layout = make_large();
    check_gds(layout);
    int full = open("/dev/full", O_WRONLY);
    written w;
    write_layout(&w, layout, LOB_FORMAT_GDS, full, false);
    assert_int_equal(w.status, LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_true(lob_str_equal(w.ctx.error.details[0].text, LOB_STR("disk_full")));
    written_release(&w);
    close(full);
    lob_layout_drop(layout);
}

static void test_gds_cancelled(void **state) {
    (void)state;
    lob_layout *layout = make_large();
    lob_cancel cancel = {false};
    lob_write_warnings warnings;
    lob_outfile out;
    lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    ctx.cancel = &cancel;
    assert_int_equal(lob_outfile_begin(&ctx, &out, -1, false), LOB_OK);
    atomic_store(&cancel.requested, true);
    assert_int_equal(lob_write_layout(&ctx, layout, LOB_FORMAT_GDS, &out, &warnings), LOB_E_CANCELLED);
    lob_outfile_release(&out);
    lob_arena_drop(arena);
    lob_layout_drop(layout);
}

/* The list of what was left out has an end; what comes after it is not told, and nothing is written beyond. */
static void test_full_warnings(void **state) {
    (void)state;
    static const lob_point ends[2] = {{0, 0}, {9, 0}};
    layout_rig r;
    rig_begin(&r, "gds", 0.001);
    assert_int_equal(r.s->begin_cell(r.s->self, LOB_STR("TOP")), LOB_OK);
    /* two things that GDSII cannot hold, two that OASIS cannot */
    box(&r, &(lob_element){.layer = 65536}, 0, 0, 5, 7);
    box(&r, &(lob_element){.layer = 1, .props = &named, .prop_count = 1}, 0, 0, 5, 7);
    lob_path_event odd = {.points = ends, .count = 2, .width = 3};
    assert_int_equal(r.s->path(r.s->self, &(lob_element){.layer = 1}, &odd), LOB_OK);
    lob_text_event turned = {.string = LOB_STR("T"), .mag = 2, .angle_deg = 30};
    assert_int_equal(r.s->text(r.s->self, &(lob_element){.layer = 1}, &turned), LOB_OK);
    assert_int_equal(r.s->end_cell(r.s->self), LOB_OK);
    lob_layout *layout = rig_end(&r);
    for (int oas = 0; oas < 2; oas++) {
        lob_write_warnings warnings = {.count = LOB_WRITE_WARNING_COUNT_MAX - 1};
        lob_outfile out;
        lob_ctx ctx;
        lob_arena *arena = lob_arena_new(0);
        lob_ctx_init(&ctx, arena);
        assert_int_equal(lob_outfile_begin(&ctx, &out, -1, false), LOB_OK);
        const lob_write_options options = {.format = oas ? LOB_FORMAT_OAS : LOB_FORMAT_GDS};
        assert_int_equal(oas ? lob_oas_write(&ctx, layout, &options, &out, &warnings)
                             : lob_gds_write(&ctx, layout, &options, &out, &warnings),
                         LOB_OK);
        assert_int_equal(warnings.count, LOB_WRITE_WARNING_COUNT_MAX);
        assert_string_equal(warnings.items[LOB_WRITE_WARNING_COUNT_MAX - 1].kind,
                            oas ? "odd_path_width" : "layer_range");
        lob_outfile_release(&out);
        lob_arena_drop(arena);
    }
    lob_write_warnings warnings = {0};
    for (unsigned i = 0; i < LOB_WRITE_WARNING_COUNT_MAX + 3; i++) {
        lob_write_warn(&warnings, "kind", "text", i);
    }
    assert_int_equal(warnings.count, LOB_WRITE_WARNING_COUNT_MAX);
    assert_int_equal(warnings.items[0].count, 1); /* none of a kind is no warning */
    lob_layout_drop(layout);
}

static void test_no_such_format(void **state) {
    (void)state;
    lob_layout *layout = make_layout(false);
    written w;
    write_layout(&w, layout, LOB_FORMAT_UNKNOWN, -1, false);
    assert_int_equal(w.status, LOB_E_INTERNAL_ERROR);
    written_release(&w);
    lob_layout_drop(layout);
}

/* ---- files ---- */

static char folder[64];

static int make_folder(void **state) {
    (void)state;
    strcpy(folder, "/tmp/lob_test_write_XXXXXX");
    return mkdtemp(folder) ? 0 : 1;
}

/* Names in the folder, `.` and `..` left out. */
static unsigned entries(void) {
    DIR *dir = opendir(folder);
    unsigned count = 0;
    while (readdir(dir)) {
        count++;
    }
    closedir(dir);
    return count - 2;
}

static int remove_folder(void **state) {
    (void)state;
    DIR *dir = opendir(folder);
    for (struct dirent *entry; (entry = readdir(dir));) {
        unlinkat(dirfd(dir), entry->d_name, strcmp(entry->d_name, "sub") == 0 ? AT_REMOVEDIR : 0);
    }
    closedir(dir);
    return rmdir(folder);
}

static const char *in_folder(const char *name) {
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static lob_status save(const lob_layout *layout, const char *path, lob_format format, bool gzip, lob_error *error) {
    static lob_ctx ctx;
    lob_write_warnings warnings;
    lob_arena *arena = lob_arena_new(0);
    if (!arena) {
        return LOB_E_TOOL_LIMIT_EXCEEDED;
    }
    lob_ctx_init(&ctx, arena);
    lob_status status =
        lob_write_file(&ctx, layout, &(lob_write_options){.format = format, .gzip = gzip}, path, &warnings);
    if (error) {
        *error = ctx.error;
        for (unsigned i = 0; i < error->detail_count; i++) {
            error->details[i].text.data += error->text - ctx.error.text;
        }
    }
    lob_arena_drop(arena);
    return status;
}

static void test_file(void **state) {
    (void)state;
    lob_layout *layout = make_layout(false);
    for (int gzip = 0; gzip < 2; gzip++) {
        for (int k = 0; k < 2; k++) {
            written w;
            static char bytes[4096];
            lob_format format = k ? LOB_FORMAT_OAS : LOB_FORMAT_GDS;
            const char *path = in_folder("out");
            assert_int_equal(save(layout, path, format, gzip, NULL), LOB_OK); /* replaces the one before */
            assert_int_equal(entries(), 1);
            write_layout(&w, layout, format, -1, gzip);
            int fd = open(path, O_RDONLY);
            ssize_t size = read(fd, bytes, sizeof bytes);
            close(fd);
            assert_int_equal(size, lob_outfile_bytes(&w.out).size);
            assert_memory_equal(bytes, lob_outfile_bytes(&w.out).data, (size_t)size);
            written_release(&w);
        }
    }
    assert_int_equal(chdir(folder), 0); /* a name without a folder */
    assert_int_equal(save(layout, "plain.gds", LOB_FORMAT_GDS, false, NULL), LOB_OK);
    assert_int_equal(chdir("/"), 0);
    assert_int_equal(entries(), 2);
    lob_layout_drop(layout);
}

/* Bytes as they are, by the same way: the file before them stays when they find no room. */
static void test_bytes(void **state) {
    (void)state;
    static lob_ctx ctx;
    static char many[100000], got[16];
    struct rlimit old, tight;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    assert_int_equal(lob_write_bytes(&ctx, LOB_STR("first"), in_folder("x")), LOB_OK);
    assert_int_equal(lob_write_bytes(&ctx, LOB_STR("last"), in_folder("x")), LOB_OK);
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &old);
    tight = (struct rlimit){50000, old.rlim_max};
    setrlimit(RLIMIT_FSIZE, &tight);
    lob_status status = lob_write_bytes(&ctx, (lob_str){many, sizeof many}, in_folder("x"));
    setrlimit(RLIMIT_FSIZE, &old);
    assert_int_equal(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_true(lob_str_equal(ctx.error.details[0].text, LOB_STR("disk_full")));
    int fd = open(in_folder("x"), O_RDONLY);
    assert_int_equal(read(fd, got, sizeof got), 4);
    close(fd);
    assert_memory_equal(got, "last", 4);
    assert_int_equal(entries(), 1);
    lob_arena_drop(arena);
}

static void expect_refused(const lob_layout *layout, const char *path, lob_status code, const char *reason) {
    lob_error error;
    unsigned before = entries();
    assert_int_equal(save(layout, path, LOB_FORMAT_GDS, false, &error), code);
    assert_true(lob_str_equal(error.details[0].text, lob_str_from(reason)));
    assert_true(error.message[0]);
    assert_true(error.hint[0]);
    assert_int_equal(entries(), before);
}

static void test_bad_targets(void **state) {
    (void)state;
    lob_layout *layout = make_layout(false);
    char *very_long = calloc(10000, 1);
    assert_int_equal(mkdir(in_folder("sub"), 0700), 0);
    expect_refused(layout, in_folder("sub"), LOB_E_INVALID_TARGET, "not_regular");
    expect_refused(layout, in_folder("sub/"), LOB_E_INVALID_TARGET, "not_regular");
    expect_refused(layout, "/dev/full", LOB_E_INVALID_TARGET, "not_regular");
    expect_refused(layout, in_folder("absent/out.gds"), LOB_E_FILE_NOT_FOUND, "no_folder");
    expect_refused(layout, "/dev/null/out.gds", LOB_E_FILE_NOT_FOUND, "no_folder");
    memset(very_long, 'x', 9999);
    expect_refused(layout, very_long, LOB_E_INVALID_TARGET, "name_too_long");
    very_long[9000] = '/';
    expect_refused(layout, very_long, LOB_E_INVALID_TARGET, "name_too_long");
    free(very_long);
    lob_layout_drop(layout);
}

/* The disk is full in the middle: the file that was there stays, and nothing is left beside it. */
static void test_no_space(void **state) {
    (void)state;
    lob_layout *small = make_layout(false), *large = make_large();
    char path[256];
    struct rlimit old, tight;
    strcpy(path, in_folder("out.gds"));
    assert_int_equal(save(small, path, LOB_FORMAT_GDS, false, NULL), LOB_OK);
    struct stat before, after;
    assert_int_equal(stat(path, &before), 0);
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &old);
    tight = (struct rlimit){500000, old.rlim_max};
    setrlimit(RLIMIT_FSIZE, &tight);
    lob_error error;
    lob_status status = save(large, path, LOB_FORMAT_GDS, false, &error);
    setrlimit(RLIMIT_FSIZE, &old);
    assert_int_equal(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_true(lob_str_equal(error.details[0].text, LOB_STR("disk_full")));
    assert_int_equal(entries(), 1);
    assert_int_equal(stat(path, &after), 0);
    assert_eq(before.st_ino, after.st_ino);
    assert_eq(before.st_size, after.st_size);
    lob_layout_drop(small);
    lob_layout_drop(large);
}

/* Neither the folder nor the file can be opened: first the one, then the other. */
static void test_no_descriptors(void **state) {
    (void)state;
    lob_layout *layout = make_layout(false);
    struct rlimit old, tight;
    int next = dup(0);
    close(next);
    getrlimit(RLIMIT_NOFILE, &old);
    for (rlim_t room = 0; room < 2; room++) {
        lob_error error;
        tight = (struct rlimit){(rlim_t)next + room, old.rlim_max};
        setrlimit(RLIMIT_NOFILE, &tight);
        lob_status status = save(layout, in_folder("out.gds"), LOB_FORMAT_GDS, false, &error);
        setrlimit(RLIMIT_NOFILE, &old);
        assert_int_equal(status, LOB_E_INTERNAL_ERROR);
        assert_true(lob_str_equal(error.details[0].text, LOB_STR("write")));
        assert_int_equal(entries(), 0);
    }
    lob_layout_drop(layout);
}

typedef struct saving_case {
    const lob_layout *layout;
    lob_format format;
    bool gzip;
} saving_case;

static bool run_save(void *arg) {
    const saving_case *c = arg;
    unsigned before = entries();
    lob_status status = save(c->layout, in_folder("swept"), c->format, c->gzip, NULL);
    assert_int_equal(entries(), status == LOB_OK ? 1 : before);
    return status == LOB_OK;
}

static void test_allocations(void **state) {
    (void)state;
    lob_layout *layout = make_layout(false);
    saving_case cases[] = {{layout, LOB_FORMAT_GDS, false},
                           {layout, LOB_FORMAT_GDS, true},
                           {layout, LOB_FORMAT_OAS, false},
                           {layout, LOB_FORMAT_OAS, true}};
    for (size_t i = 0; i < 4; i++) {
        assert_ge(sweep_allocations(run_save, &cases[i]), 3);
    }
    lob_layout_drop(layout);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gds_losses),
        cmocka_unit_test(test_gds_round_trip),
        cmocka_unit_test(test_gds_blocks),
        cmocka_unit_test(test_gds_cancelled),
        cmocka_unit_test(test_full_warnings),
        cmocka_unit_test(test_no_such_format),
        cmocka_unit_test_setup_teardown(test_bad_targets, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_no_space, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_no_descriptors, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_allocations, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_file, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_bytes, make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
