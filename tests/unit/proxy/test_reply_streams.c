/* Two hundred streams as models write them (streams.txt), each whole, letter by letter and in odd pieces: the commands
 * that are found and the near misses that are reported. Bytes within a letter cannot come apart: events are JSON. */
#include "tests/support/lob_test.h"

#include "base/buf.h"
#include "proxy/reply.h"
#include "json/reader.h"
#include "json/writer.h"

enum { STREAM_COUNT_LEAST = 200, NEAR_COUNT_MAX = 8 };

typedef struct stream {
    char title[128];
    char function[32]; /* "": text */
    lob_buf text;
    lob_buf commands; /* a line each */
    char near[NEAR_COUNT_MAX][256];
    unsigned near_count;
} stream;

typedef struct heard {
    lob_buf commands;
    char near[NEAR_COUNT_MAX][640];
    unsigned near_count;
} heard;

static bool on_command(void *arg, const lob_llm_call *call, lob_str command) {
    heard *h = arg;
    lob_json_fault fault;
    cJSON *tree = lob_json_parse(command, &fault);
    assert_non_null(tree);
    (void)call;
    const cJSON *method = cJSON_GetObjectItemCaseSensitive(tree, "method");
    char *params = cJSON_PrintUnformatted(cJSON_GetObjectItemCaseSensitive(tree, "params"));
    char *id = cJSON_PrintUnformatted(cJSON_GetObjectItemCaseSensitive(tree, "id"));
    lob_buf_printf(&h->commands, "%s %s%s%s\n", cJSON_IsString(method) ? method->valuestring : "?",
                   params != NULL ? params : "-", id != NULL ? " id=" : "", id != NULL ? id : "");
    cJSON_free(params);
    cJSON_free(id);
    cJSON_Delete(tree);
    return true;
}

static void on_near(void *arg, const char *text) {
    heard *h = arg;
    assert_lt(h->near_count, NEAR_COUNT_MAX);
    snprintf(h->near[h->near_count++], sizeof h->near[0], "%s", text);
}

/* An event with this much of it. */
static bool say(lob_llm_reply *reply, const stream *s, lob_str piece) {
    lob_buf line;
    lob_jsonw w;
    lob_buf_init(&line, 0);
    lob_jsonw_init(&w, &line);
    lob_buf_add_text(&line, s->function[0] != '\0' ? "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,"
                                                     "\"function\":{\"arguments\":"
                                                   : "{\"choices\":[{\"delta\":{\"content\":");
    lob_jsonw_str(&w, piece);
    if (s->function[0] != '\0') {
        lob_buf_printf(&line, ",\"name\":\"%s\"}}]", s->function);
    }
    lob_buf_add_text(&line, "}}]}");
    bool fine = lob_llm_reply_line(reply, (lob_str){line.data, line.size});
    lob_buf_release(&line);
    return fine;
}

/* In pieces of `most` bytes or a few more, where a letter needs them; 0: whole. */
static void hear(const stream *s, size_t most, heard *h) {
    lob_llm_reply reply;
    *h = (heard){.near_count = 0};
    lob_buf_init(&h->commands, 0);
    lob_llm_reply_open(&reply, true, on_command, on_near, h);
    assert_true(say(&reply, s, LOB_STR("")));
    for (size_t at = 0; at < s->text.size;) {
        size_t end = most == 0 || s->text.size - at < most ? s->text.size : at + most;
        while (end < s->text.size && ((unsigned char)s->text.data[end] & 0xc0U) == 0x80) {
            end++;
        }
        assert_true(say(&reply, s, (lob_str){s->text.data + at, end - at}));
        at = end;
    }
    assert_true(lob_llm_reply_line(&reply, LOB_STR("data: [DONE]")));
    assert_true(lob_llm_reply_end(&reply)); /* again, as the end of the connection does */
    assert_int_equal(reply.malformed_count, 0);
    lob_llm_reply_close(&reply);
}

static void check(const stream *s) {
    static const size_t sizes[] = {0, 1, 2, 3, 5, 7, 11, 64};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        lob_case("%s, in pieces of %zu", s->title, sizes[i]);
        heard h;
        hear(s, sizes[i], &h);
        assert_string_equal(h.commands.size > 0 ? h.commands.data : "", s->commands.size > 0 ? s->commands.data : "");
        for (unsigned k = 0; k < s->near_count && k < h.near_count; k++) {
            if (strstr(h.near[k], s->near[k]) == NULL) {
                assert_string_equal(h.near[k], s->near[k]);
            }
        }
        assert_string_equal(h.near_count > s->near_count ? h.near[s->near_count] : "", "");
        assert_int_equal(h.near_count, s->near_count);
        lob_buf_release(&h.commands);
    }
}

static void begin(stream *s, const char *line) {
    char kind[8];
    int used = 0;
    *s = (stream){.near_count = 0};
    lob_buf_init(&s->text, 0);
    lob_buf_init(&s->commands, 0);
    assert_int_equal(sscanf(line, "== %7s %n", kind, &used), 1);
    line += used;
    if (strcmp(kind, "call") == 0) {
        assert_int_equal(sscanf(line, "%31s %n", s->function, &used), 1);
        line += used;
    }
    snprintf(s->title, sizeof s->title, "%s %s", s->function, line);
}

static void end(stream *s, unsigned *count) {
    if (*count > 0) {
        check(s);
        lob_buf_release(&s->text);
        lob_buf_release(&s->commands);
    }
}

static void streams_of_models(void **state) {
    FILE *file = fopen("tests/unit/proxy/streams.txt", "r");
    char *line = NULL;
    size_t capacity = 0;
    ssize_t size;
    unsigned count = 0;
    bool in_text = false;
    stream s = {.near_count = 0};
    (void)state;
    assert_non_null(file);
    while ((size = getline(&line, &capacity, file)) > 0) {
        line[size - 1] = '\0';
        if (strncmp(line, "== ", 3) == 0) {
            end(&s, &count);
            begin(&s, line);
            count++;
            in_text = true;
        } else if (strncmp(line, "=> ", 3) == 0) {
            lob_buf_printf(&s.commands, "%s\n", line + 3);
            in_text = false;
        } else if (strncmp(line, "=! ", 3) == 0) {
            assert_lt(s.near_count, NEAR_COUNT_MAX);
            assert_lt(strlen(line + 3), sizeof s.near[0]);
            snprintf(s.near[s.near_count++], sizeof s.near[0], "%s", line + 3);
            in_text = false;
        } else if (strcmp(line, "=-") == 0) {
            in_text = false;
        } else if (in_text) {
            lob_buf_printf(&s.text, "%s%s", s.text.size > 0 ? "\n" : "", line);
        }
    }
    end(&s, &count);
    free(line);
    fclose(file);
    assert_ge(count, STREAM_COUNT_LEAST);
}

int main(void) {
    lob_json_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams_of_models),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
