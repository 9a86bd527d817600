/* What Debian's archive of libxml2 asks of ICU, for a program that has no ICU: libxml2 converts encodings by iconv where it
 * has that, as here, and looks at ICU no more. A converter that was asked for all the same would be refused.
 *
 * ICU's names carry its version; ICU(name) of the command line adds it.
 */
typedef struct converter converter;

enum { FILE_ACCESS_ERROR = 4 }; /* UErrorCode: no such converter */

/* Callbacks that libxml2 would hand over. */
void ICU(UCNV_FROM_U_CALLBACK_STOP)(void);
void ICU(UCNV_TO_U_CALLBACK_STOP)(void);
converter *ICU(ucnv_open)(const char *name, int *error);
void ICU(ucnv_close)(converter *c);
void ICU(ucnv_setToUCallBack)(converter *c, void *action, const void *context, void **old, const void **old_context,
                              int *error);
void ICU(ucnv_setFromUCallBack)(converter *c, void *action, const void *context, void **old, const void **old_context,
                                int *error);
void ICU(ucnv_convertEx)(converter *to, converter *from, char **out, const char *out_end, const char **in,
                         const char *in_end, void *start, void **source, void **target, const void *limit,
                         signed char reset, signed char flush, int *error);

void ICU(UCNV_FROM_U_CALLBACK_STOP)(void) {}

void ICU(UCNV_TO_U_CALLBACK_STOP)(void) {}

converter *ICU(ucnv_open)(const char *name, int *error) {
    (void)name;
    *error = FILE_ACCESS_ERROR;
    return 0;
}

void ICU(ucnv_close)(converter *c) {
    (void)c;
}

void ICU(ucnv_setToUCallBack)(converter *c, void *action, const void *context, void **old, const void **old_context,
                              int *error) {
    (void)c, (void)action, (void)context, (void)old, (void)old_context;
    *error = FILE_ACCESS_ERROR;
}

void ICU(ucnv_setFromUCallBack)(converter *c, void *action, const void *context, void **old, const void **old_context,
                                int *error) {
    (void)c, (void)action, (void)context, (void)old, (void)old_context;
    *error = FILE_ACCESS_ERROR;
}

void ICU(ucnv_convertEx)(converter *to, converter *from, char **out, const char *out_end, const char **in,
                         const char *in_end, void *start, void **source, void **target, const void *limit,
                         signed char reset, signed char flush, int *error) {
    (void)to, (void)from, (void)out, (void)out_end, (void)in, (void)in_end, (void)start, (void)source, (void)target;
    (void)limit, (void)reset, (void)flush;
    *error = FILE_ACCESS_ERROR;
}
