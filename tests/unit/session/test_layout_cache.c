/* Kept layouts: found again by this process and by others, for the same file only, within the bound, and never where
 * somebody else could have written them. */
#include "tests/support/lob_test.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/platform.h"
#include "db/builder.h"
#include "session/layout_cache.h"
#include "tests/support/stride.h"

enum { BOX_COUNT = 1200000 }; /* 16 bytes each: more than what is read as fast */

typedef struct rig {
    lob_arena *arena;
    lob_ctx ctx;
    lob_config config;
    lob_layout_cache *cache;
    lob_layout *layout;
} rig;

static rig r;

static lob_layout *make_layout(void) {
    lob_layout *layout;
    lob_builder *builder = lob_builder_new(&r.ctx, NULL);
    const lob_sink *s = lob_builder_sink(builder);
    const lob_layout_event event = {.format = "gds", .dbu_um = 0.001, .library = LOB_STR("L"), .version = 600};
    const lob_element element = {.layer = 1};
    assert_int_equal(s->begin_layout(s->self, &event), LOB_OK);
    assert_int_equal(s->begin_cell(s->self, LOB_STR("top")), LOB_OK);
    for (int32_t i = 0; i < BOX_COUNT; i++) {
        assert_int_equal(s->box(s->self, &element, (lob_box){i, 0, i + 7, 9}), LOB_OK);
    }
    assert_int_equal(s->end_cell(s->self), LOB_OK);
    assert_int_equal(s->end_layout(s->self), LOB_OK);
    assert_int_equal(lob_builder_freeze(builder, &layout), LOB_OK);
    lob_builder_drop(builder);
    return layout;
}

static int set_up(void **state) {
    (void)state;
    r = (rig){.arena = lob_arena_new(0)};
    lob_ctx_init(&r.ctx, r.arena);
    snprintf(r.config.artifact_root, sizeof r.config.artifact_root, "/tmp/lob_test_cache_XXXXXX");
    assert_non_null(mkdtemp(r.config.artifact_root));
    r.config.layout_cache_size = UINT64_C(1) << 30;
    r.cache = lob_layout_cache_new(&r.config);
    r.layout = make_layout();
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    bool removed;
    lob_layout_cache_drop(r.cache);
    lob_layout_drop(r.layout);
    const int root = open("/tmp", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    assert_int_equal(lob_dir_remove_at(&r.ctx, root, r.config.artifact_root + 5, &removed), LOB_OK);
    close(root);
    lob_arena_drop(r.arena);
    return 0;
}

/* Of a file that was last changed so many seconds ago. */
static lob_layout_key key_of(ino_t inode, const char *how) {
    struct stat info = {.st_ino = inode, .st_size = 5};
    info.st_mtim.tv_sec = info.st_ctim.tv_sec = 1000;
    return lob_layout_key_make(&info, how);
}

static void keep(lob_layout_cache *cache, const lob_layout_key *key) {
    lob_layout_cache_keep(cache, key, r.layout, LOB_STR("what is known"));
    lob_layout_cache_settle(cache);
}

/* Where nothing can be mapped, nothing is kept, and there is nothing to test. */
static void need_cache(void) {
    assert_int_equal(r.cache != NULL, LOB_HAS_FIXED_MAP);
    if (!r.cache) {
        skip();
    }
}

static lob_layout *find(lob_layout_cache *cache, const lob_layout_key *key) {
    lob_layout *layout;
    lob_str note;
    assert_int_equal(lob_layout_cache_find(&r.ctx, cache, key, &layout, &note), LOB_OK);
    if (layout) {
        assert_true(lob_str_equal(note, LOB_STR("what is known")));
        assert_int_equal(lob_layout_cell(layout, 0)->shape_count, BOX_COUNT);
    }
    return layout;
}

static bool has(lob_layout_cache *cache, const lob_layout_key *key) {
    lob_layout *layout = find(cache, key);
    lob_layout_drop(layout);
    lob_layout_cache_prune(cache);
    return layout != NULL;
}

static unsigned file_count(char name[512]) {
    char path[4200];
    unsigned count = 0;
    snprintf(path, sizeof path, "%s/layouts", r.config.artifact_root);
    DIR *dir = opendir(path);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        if (entry->d_name[0] != '.') {
            snprintf(name, 512, "%.60s/%.250s", path, entry->d_name);
            count++;
        }
    }
    if (dir) {
        closedir(dir);
    }
    return count;
}

static void test_found_again(void **state) {
    (void)state;
    const lob_layout_key key = key_of(1, "x"), other = key_of(1, "y");
    need_cache();
    assert_null(find(r.cache, &key));
    keep(r.cache, &key);
    lob_layout *first = find(r.cache, &key), *second = find(r.cache, &key);
    assert_non_null(first);
    assert_ptr_equal(first, second); /* one copy for both */
    assert_null(find(r.cache, &other));
    lob_layout_cache_prune(r.cache);
    assert_int_equal(lob_layout_cell(first, 0)->shape_count, BOX_COUNT); /* in use, so it stays */
    lob_layout_drop(first);
    lob_layout_drop(second);
    lob_layout_cache_prune(r.cache);
    lob_layout_cache *next = lob_layout_cache_new(&r.config); /* as another process would */
    assert_true(has(next, &key));
    lob_layout_cache_drop(next);
}

static void test_small_is_not_kept(void **state) {
    (void)state;
    char name[512];
    const lob_layout_key key = key_of(1, "x");
    lob_layout *layout;
    lob_builder *builder = lob_builder_new(&r.ctx, NULL);
    const lob_sink *s = lob_builder_sink(builder);
    const lob_layout_event event = {.format = "gds", .dbu_um = 0.001};
    assert_int_equal(s->begin_layout(s->self, &event), LOB_OK);
    assert_int_equal(s->end_layout(s->self), LOB_OK);
    assert_int_equal(lob_builder_freeze(builder, &layout), LOB_OK);
    lob_builder_drop(builder);
    lob_layout_cache_keep(r.cache, &key, layout, LOB_STR(""));
    lob_layout_cache_settle(r.cache);
    assert_int_equal(file_count(name), 0);
    lob_layout_drop(layout);
}

static void test_keys(void **state) {
    (void)state;
    struct stat info = {.st_ino = 4};
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    info.st_mtim = now; /* it may change once more within the same tick */
    assert_int_equal(lob_layout_key_make(&info, "").size, 0);
    info.st_mtim.tv_sec -= 1000;
    info.st_ctim = now;
    assert_int_equal(lob_layout_key_make(&info, "").size, 0);
    info.st_ctim.tv_sec -= 1000;
    const lob_layout_key key = lob_layout_key_make(&info, "");
    assert_ne(key.size, 0);
    struct stat others[5];
    for (int i = 0; i < 5; i++) {
        others[i] = info;
    }
    others[0].st_ino++;
    others[1].st_dev++;
    others[2].st_size++;
    others[3].st_mtim.tv_nsec ^= 1;
    others[4].st_ctim.tv_nsec ^= 1;
    for (int i = 0; i < 5; i++) {
        const lob_layout_key other = lob_layout_key_make(&others[i], "");
        lob_case("member %d", i);
        assert_true(other.size != key.size || memcmp(other.text, key.text, key.size) != 0);
    }
    const lob_layout_key none = {.size = 0};
    keep(r.cache, &none);
    assert_false(has(r.cache, &none));
}

static void test_not_trusted(void **state) {
    (void)state;
    char name[512], folder[4200];
    const lob_layout_key key = key_of(1, "x");
    need_cache();
    keep(r.cache, &key);
    assert_int_equal(file_count(name), 1);
    assert_true(has(r.cache, &key));
    assert_int_equal(chmod(name, 0622), 0);
    assert_false(has(r.cache, &key));
    assert_int_equal(chmod(name, 0600), 0);
    snprintf(folder, sizeof folder, "%s/layouts", r.config.artifact_root);
    assert_int_equal(chmod(folder, 0777), 0);
    assert_false(has(r.cache, &key));
    assert_int_equal(chmod(folder, 0700), 0);
    assert_true(has(r.cache, &key));
    assert_int_equal(truncate(name, 5000), 0);
    assert_false(has(r.cache, &key));
    assert_int_equal(unlink(name), 0);
    assert_int_equal(symlink("/etc/passwd", name), 0);
    assert_false(has(r.cache, &key));
}

/* The bound holds one and a half of them. */
static void test_bound(void **state) {
    (void)state;
    char name[512];
    struct stat info;
    struct timespec long_ago[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
    const lob_layout_key first = key_of(1, "x"), second = key_of(2, "x");
    need_cache();
    keep(r.cache, &first);
    assert_int_equal(file_count(name), 1);
    assert_int_equal(stat(name, &info), 0);
    assert_int_equal(utimensat(AT_FDCWD, name, long_ago, 0), 0);
    r.config.layout_cache_size = (uint64_t)info.st_size * 3 / 2;
    keep(r.cache, &second);
    assert_int_equal(file_count(name), 1);
    assert_false(has(r.cache, &first));
    assert_true(has(r.cache, &second));
    r.config.layout_cache_size = (uint64_t)info.st_size / 2;
    keep(r.cache, &first);
    assert_false(has(r.cache, &first));
    assert_true(has(r.cache, &second)); /* what has no room drives nobody out */
}

static void test_off_and_early_end(void **state) {
    (void)state;
    char name[512];
    const lob_layout_key key = key_of(1, "x");
    need_cache();
    lob_layout_cache_keep(r.cache, &key, r.layout, LOB_STR("n"));
    lob_layout_cache_drop(r.cache); /* breaks it off, or it was done */
    r.cache = NULL;
    assert_in_range(file_count(name), 0, 1);
    r.config.layout_cache_size = 0;
    assert_null(lob_layout_cache_new(&r.config));
    assert_false(has(NULL, &key));
    keep(NULL, &key);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_found_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_small_is_not_kept, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_keys, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_not_trusted, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_bound, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_off_and_early_end, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
