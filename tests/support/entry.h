/* Included before each unit test that may share a program with others: its main() is an entry of the program's list,
 * which runner.c walks. The section is the list; the linker counts it. A test that has to be a program of its own (it
 * stands in for functions of libc, or starts itself) says so in the words "A program of its own:" and keeps its main().
 */
#ifndef TESTS_SUPPORT_ENTRY_H
#define TESTS_SUPPORT_ENTRY_H

/* LOB_TEST_NAME: "io/test_read"; LOB_TEST_ID: io_test_read. The label keeps the functions of one name apart. */
#define ENTRY_TEXT_OF(x) #x
#define ENTRY_TEXT(x)    ENTRY_TEXT_OF(x)

struct lob_test_entry {
    const char *name;
    int (*run)(void);
};

#ifdef LOB_TEST_ID
int lob_test_main(void) __asm__("lob_test_" ENTRY_TEXT(LOB_TEST_ID));
static const struct lob_test_entry lob_test_entry
    __attribute__((section("lob_tests"), used)) = {.name = LOB_TEST_NAME, .run = lob_test_main};
#define main lob_test_main
#endif

#endif
