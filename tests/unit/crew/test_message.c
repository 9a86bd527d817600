/* Messages over a socket: whole, in pieces, nonsense, a closed end. */
#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "crew/message.h"

static int ends[2];
static lob_crew_inbox inbox;

static int setup(void **state) {
    (void)state;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
    lob_crew_inbox_init(&inbox);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    close(ends[0]);
    close(ends[1]);
    lob_crew_inbox_release(&inbox);
    return 0;
}

static void take(lob_crew_message *message) {
    lob_crew_taken taken;
    while ((taken = lob_crew_take(&inbox, message)) == LOB_CREW_MORE) {
        assert_int_equal(lob_crew_read(&inbox, ends[1]), 1);
    }
    assert_int_equal(taken, LOB_CREW_TAKEN);
}

static void two_in_a_row(void **state) {
    (void)state;
    const lob_crew_message one = {.kind = LOB_CREW_CALL,
                                  .number = 7,
                                  .held = 12,
                                  .part_count = 3,
                                  .parts = {LOB_STR("list_cells"), {NULL, 0}, {"", 0}}};
    const lob_crew_message two = {.kind = LOB_CREW_ANSWER, .number = 3, .part_count = 1, .parts = {LOB_STR("{}")}};
    lob_crew_message got;
    assert_true(lob_crew_send(ends[0], &one, NULL, NULL));
    assert_true(lob_crew_send(ends[0], &two, NULL, NULL));
    take(&got);
    assert_int_equal(got.kind, LOB_CREW_CALL);
    assert_int_equal(got.number, 7);
    assert_int_equal(got.held, 12);
    assert_int_equal(got.part_count, 3);
    assert_true(lob_str_equal(got.parts[0], LOB_STR("list_cells")));
    assert_null(got.parts[1].data);
    assert_non_null(got.parts[2].data);
    assert_int_equal(got.parts[2].size, 0);
    take(&got);
    assert_int_equal(got.kind, LOB_CREW_ANSWER);
    assert_true(lob_str_equal(got.parts[0], LOB_STR("{}")));
    assert_int_equal(lob_crew_take(&inbox, &got), LOB_CREW_MORE);
}

enum { LARGE = 3 * 1024 * 1024 };
static char large[LARGE];

static bool wait_a_little(void *arg) {
    int *left = arg;
    usleep(1000);
    return (*left)-- > 0;
}

static void *send_large(void *arg) {
    const lob_crew_message message = {
        .kind = LOB_CREW_ANSWER, .part_count = 2, .parts = {{large, LARGE}, LOB_STR("x")}};
    int waits = 10000;
    (void)arg;
    return lob_crew_send(ends[0], &message, wait_a_little, &waits) ? &large : NULL;
}

static void larger_than_the_socket(void **state) {
    pthread_t thread;
    lob_crew_message got;
    void *sent;
    (void)state;
    memset(large, 'a', sizeof large);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    assert_int_equal(pthread_create(&thread, NULL, send_large, NULL), 0);
    take(&got);
    pthread_join(thread, &sent);
    assert_non_null(sent);
    assert_int_equal(got.parts[0].size, LARGE);
    assert_memory_equal(got.parts[0].data, large, LARGE);
    assert_true(lob_str_equal(got.parts[1], LOB_STR("x")));
    assert_int_equal(lob_crew_take(&inbox, &got), LOB_CREW_MORE);
    assert_int_equal(inbox.bytes.capacity, 0); /* given back */
}

static void sender_gives_up(void **state) {
    const lob_crew_message message = {.kind = LOB_CREW_ANSWER, .part_count = 1, .parts = {{large, LARGE}}};
    int waits = 3;
    (void)state;
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    assert_false(lob_crew_send(ends[0], &message, wait_a_little, &waits)); /* nobody reads */
    assert_false(lob_crew_send(ends[0], &message, NULL, NULL));
}

static void nonsense(void **state) {
    static const struct {
        uint32_t head[4];
        uint64_t size;
    } bad[] = {{{0, 0, 0, 0}, 0},
               {{99, 0, 0, 0}, 0},
               {{LOB_CREW_CALL, 0, 0, LOB_CREW_PARTS + 1}, 0},
               {{LOB_CREW_CALL, 0, 0, 1}, (uint64_t)1 << 40}};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        lob_case("kind %u, %u parts of %llu bytes", bad[i].head[0], bad[i].head[3], (unsigned long long)bad[i].size);
        char head[16 + 8 * LOB_CREW_PARTS] = {0};
        lob_crew_message got;
        memcpy(head, bad[i].head, 16);
        memcpy(head + 16, &bad[i].size, 8);
        lob_crew_inbox fresh;
        lob_crew_inbox_init(&fresh);
        assert_int_equal(write(ends[0], head, sizeof head), sizeof head);
        assert_int_equal(lob_crew_read(&fresh, ends[1]), 1);
        assert_int_equal(lob_crew_take(&fresh, &got), LOB_CREW_BROKEN);
        lob_crew_inbox_release(&fresh);
    }
}

static void closed(void **state) {
    const lob_crew_message message = {.kind = LOB_CREW_ANSWER, .part_count = 1, .parts = {LOB_STR("x")}};
    (void)state;
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    assert_int_equal(lob_crew_read(&inbox, ends[1]), 0);
    close(ends[0]);
    assert_int_equal(lob_crew_read(&inbox, ends[1]), -1);
    assert_false(lob_crew_send(ends[1], &message, NULL, NULL));
    ends[0] = -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(two_in_a_row, setup, teardown),
        cmocka_unit_test_setup_teardown(larger_than_the_socket, setup, teardown),
        cmocka_unit_test_setup_teardown(sender_gives_up, setup, teardown),
        cmocka_unit_test_setup_teardown(nonsense, setup, teardown),
        cmocka_unit_test_setup_teardown(closed, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
