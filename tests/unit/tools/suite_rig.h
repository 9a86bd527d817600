/* A folder with cases, fixtures and requirements of a small suite, for tests of the command `conformance`. Include
 * after cmocka.h. */
#ifndef TESTS_UNIT_TOOLS_SUITE_RIG_H
#define TESTS_UNIT_TOOLS_SUITE_RIG_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/conformance/load.h"
#include "tools/conformance/output.h"
#include "json/reader.h"

typedef struct rig {
    lob_arena *arena;
    lob_ctx ctx;
    char folder[64];
    conf_places places;
} rig;

static const char *in_folder(const rig *r, const char *name) {
    static char paths[16][200];
    static unsigned next;
    char *path = paths[next++ % 16];
    snprintf(path, sizeof paths[0], "%s/%s", r->folder, name);
    return path;
}

/* Makes its folders, too. */
static inline void put(const rig *r, const char *name, const char *text) {
    char path[200];
    snprintf(path, sizeof path, "%s", in_folder(r, name));
    for (char *slash = path + strlen(r->folder) + 1; (slash = strchr(slash, '/')) != NULL; slash++) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_int_equal(fclose(file), 0);
}

static inline char *read_all(rig *r, const char *name) {
    lob_str text;
    assert_int_equal(conf_read_file(&r->ctx, in_folder(r, name), &text), LOB_OK);
    return lob_arena_strdup(r->arena, text.data, text.size);
}

static const char requirements[] =
    "[{\"id\":\"R-A-01\",\"level\":\"MUST\",\"source\":\"contract\",\"text\":\"one\"},"
    "{\"id\":\"R-A-02\",\"level\":\"MUST\",\"source\":\"contract-notes\",\"text\":\"two\"},"
    "{\"id\":\"R-A-03\",\"level\":\"MAY\",\"source\":\"contract-notes\",\"text\":\"three\"},"
    "{\"id\":\"R-A-04\",\"level\":\"MUST\",\"source\":\"design\",\"text\":\"four\"}]";

static inline const char *kept(rig *r, const char *name) {
    const char *path = in_folder(r, name);
    return lob_arena_strdup(r->arena, path, strlen(path));
}

static inline int setup(void **state) {
    rig *r = calloc(1, sizeof *r);
    r->arena = lob_arena_new(0);
    lob_ctx_init(&r->ctx, r->arena);
    lob_json_init();
    strcpy(r->folder, "/tmp/lob_test_conformance_XXXXXX");
    *state = r;
    if (mkdtemp(r->folder) == NULL) {
        return 1;
    }
    put(r, "share/cases/readme.txt", "no case");
    put(r, "share/fixtures/a.gds", "x");
    put(r, "share/requirements.json", requirements);
    r->places = (conf_places){.cases = kept(r, "share/cases"),
                              .fixtures = kept(r, "share/fixtures"),
                              .requirements = kept(r, "share/requirements.json")};
    return 0;
}

static inline int teardown(void **state) {
    rig *r = *state;
    conf_folder_remove(r->folder);
    lob_arena_drop(r->arena);
    bool gone = access(r->folder, F_OK) != 0;
    free(r);
    return gone ? 0 : 1;
}

/* A case of one step; `more` begins with a comma or is empty. */
static inline void put_case(const rig *r, const char *id, const char *level, const char *more, const char *steps) {
    char text[3000], name[200];
    snprintf(text, sizeof text,
             "{\"id\":\"%s\",\"about\":\"what it proves\",\"profile\":\"core\",\"level\":\"%s\","
             "\"requirements\":[\"R-A-01\"],\"since\":\"1.0.0\"%s,\"steps\":[%s]}",
             id, level, more, steps);
    snprintf(name, sizeof name, "share/cases/%s.json", id);
    put(r, name, text);
}

static const char ping[] __attribute__((unused)) = "{\"request\":\"ping\",\"expect\":{}}";

static inline conf_cases load(rig *r) {
    conf_cases cases;
    assert_int_equal(conf_cases_load(&r->ctx, &r->places, &cases), LOB_OK);
    assert_int_equal(conf_cases_validate(&r->ctx, &r->places, &cases), LOB_OK);
    return cases;
}

#endif
