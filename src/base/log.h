/* Log: one line a message, on stderr alone (stdout belongs to the protocol). Control characters are escaped, a line is
 * cut at 1 KiB, and nothing of a layout, a deck or a secret is ever logged. Default level: warnings. */
#ifndef LOB_BASE_LOG_H
#define LOB_BASE_LOG_H

typedef enum { LOB_LOG_ERROR, LOB_LOG_WARNING, LOB_LOG_INFO, LOB_LOG_DEBUG } lob_log_level;

void lob_log_set_level(lob_log_level level);
void lob_log(lob_log_level level, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
