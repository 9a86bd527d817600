/* Builds that count lines lose the counts of a process that ends by exec or by _exit(), and behind Landlock no file can
 * be written: what is about to go either way saves them first. Other builds do nothing. */
#ifndef LOB_BASE_COVERAGE_H
#define LOB_BASE_COVERAGE_H

#ifdef LOB_COVERAGE
void __gcov_dump(void);
#define LOB_SAVE_COVERAGE() __gcov_dump()
#else
#define LOB_SAVE_COVERAGE() ((void)0)
#endif

#endif
