/* What the archive of libmicrohttpd asks of GnuTLS, for a program that serves plain HTTP on loopback and behind a proxy: TLS is
 * never switched on (src/http/daemon.c), so nothing here runs but the first and the last. What is asked all the same fails.
 */
enum { FAILS = -1 };

#define ABSENT(name)                                                                                                   \
    int name(void);                                                                                                    \
    int name(void) {                                                                                                   \
        return FAILS;                                                                                                  \
    }

int gnutls_global_init(void);
void gnutls_global_deinit(void);
const char *gnutls_strerror(int error);
extern void *(*gnutls_malloc)(unsigned long size);

int gnutls_global_init(void) {
    return 0;
}

void gnutls_global_deinit(void) {}

const char *gnutls_strerror(int error) {
    (void)error;
    return "this program was built without TLS";
}

void *(*gnutls_malloc)(unsigned long size);

ABSENT(gnutls_alpn_set_protocols)
ABSENT(gnutls_bye)
ABSENT(gnutls_certificate_allocate_credentials)
ABSENT(gnutls_certificate_free_credentials)
ABSENT(gnutls_certificate_server_set_request)
ABSENT(gnutls_certificate_set_dh_params)
ABSENT(gnutls_certificate_set_retrieve_function2)
ABSENT(gnutls_certificate_set_retrieve_function3)
ABSENT(gnutls_certificate_set_x509_key_mem)
ABSENT(gnutls_certificate_set_x509_key_mem2)
ABSENT(gnutls_certificate_set_x509_trust_mem)
ABSENT(gnutls_cipher_get)
ABSENT(gnutls_credentials_set)
ABSENT(gnutls_deinit)
ABSENT(gnutls_dh_params_deinit)
ABSENT(gnutls_dh_params_import_pkcs3)
ABSENT(gnutls_dh_params_init)
ABSENT(gnutls_handshake)
ABSENT(gnutls_init)
ABSENT(gnutls_priority_deinit)
ABSENT(gnutls_priority_init)
ABSENT(gnutls_priority_set)
ABSENT(gnutls_protocol_get_version)
ABSENT(gnutls_psk_allocate_server_credentials)
ABSENT(gnutls_psk_free_server_credentials)
ABSENT(gnutls_psk_set_server_credentials_function)
ABSENT(gnutls_record_check_pending)
ABSENT(gnutls_record_get_direction)
ABSENT(gnutls_record_recv)
ABSENT(gnutls_record_send)
ABSENT(gnutls_session_get_ptr)
ABSENT(gnutls_session_set_ptr)
ABSENT(gnutls_transport_set_int2)
